import { mkdir, writeFile } from 'node:fs/promises';
import { jsonSchemas } from './json-schema.ts';

/** Writes `schema/*.json` under the current directory, the top of the repository: `npm run schema`. */
const DIRECTORY = 'schema';

await mkdir(DIRECTORY, { recursive: true });
for (const [name, text] of jsonSchemas()) await writeFile(`${DIRECTORY}/${name}`, text);
