import { defineConfig } from 'vitest/config';

/** `.ci/run` asks for the runner's report as JSON, to count from. */
const reportFile = process.env.HISTPACK_TEST_REPORT;

export default defineConfig({
  test: {
    reporters: reportFile ? ['default', 'json'] : ['default'],
    ...(reportFile ? { outputFile: { json: reportFile } } : {}),
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['test/support/build.ts'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: {
        'src/codec/**': { lines: 100, branches: 100, functions: 100, statements: 100 },
      },
    },
  },
});
