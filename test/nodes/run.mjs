/**
 * Runs the test suite on other versions of Node: `node test/nodes/run.mjs [22 24] [-- vitest args]`.
 * The binaries are npm packages (`node-<platform>-<arch>`), installed once under `node_modules/.cache`
 * without any script of theirs; set HISTPACK_NODES_FRESH=1 to look for newer ones.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DEFAULT_VERSIONS = ['22', '24'];

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(root, 'node_modules', '.cache', 'histpack-nodes');
const isWindows = process.platform === 'win32';

/** The npm package that holds Node for this machine. */
function packageName() {
  const platform = isWindows ? 'win' : process.platform;
  // The registry names the binaries for Apple silicon apart from the others.
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
}

/** The path of a Node of that version; installs it where it is not there yet. */
function nodeOf(version) {
  const folder = join(cache, version);
  const name = packageName();
  const binary = join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(binary) && process.env.HISTPACK_NODES_FRESH !== '1') return binary;
  mkdirSync(folder, { recursive: true });
  // npm would otherwise look for a package above, and take ours.
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
  const args = ['install', ...options, '--prefix', folder, `${name}@${version}`];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: isWindows });
  if (status !== 0 || !existsSync(binary)) throw new Error(`cannot install ${name}@${version}`);
  return binary;
}

/** Runs the suite and gives its exit status. Child processes of the tests get the same Node. */
function runSuite(node, vitestArgs) {
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  const args = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...vitestArgs];
  const env = { ...process.env, PATH: path };
  const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit', env });
  return status ?? 1;
}

const args = process.argv.slice(2);
const split = args.includes('--') ? args.indexOf('--') : args.length;
const versions = split > 0 ? args.slice(0, split) : DEFAULT_VERSIONS;
const outcomes = versions.map((version) => {
  const node = nodeOf(version);
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  console.log(`\n--- the suite on Node ${stdout.trim()}`);
  return { version: stdout.trim(), status: runSuite(node, args.slice(split + 1)) };
});
for (const { version, status } of outcomes) {
  console.log(`Node ${version}: ${status === 0 ? 'passed' : `failed (exit ${status})`}`);
}
process.exitCode = outcomes.every(({ status }) => status === 0) ? 0 : 1;
