import { readFileSync } from 'node:fs';

/** The version in package.json, two directories up from the compiled file and one from the source. */
export function readVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
      if (name === 'histpack') return String(version);
    } catch {
      // the other one
    }
  }
  return 'unknown';
}
