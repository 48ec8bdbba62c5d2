import { execFileSync } from 'node:child_process';

/** Builds the program once before the tests, since some run it as a child process. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}
