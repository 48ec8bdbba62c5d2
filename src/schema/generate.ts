import { mkdir, writeFile } from 'node:fs/promises';
import { jsonSchemas, prettyJson } from './json-schema.ts';
import { measureSchemas } from './report.ts';

/** Writes `schema/*.json` under the current directory, the top of the repository: `npm run schema`. */
const DIRECTORY = 'schema';

await mkdir(DIRECTORY, { recursive: true });
const texts = new Map(jsonSchemas());
for (const [name, schema] of measureSchemas()) texts.set(name, `${prettyJson(schema)}\n`);
for (const [name, text] of texts) await writeFile(`${DIRECTORY}/${name}`, text);
