import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    // Vite would give our files graphql's .mjs while the libraries load its .js: two modules that refuse each other.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/database.ts'],
    setupFiles: ['test/support/setup.ts'],
    // Modules are loaded once for each worker, not for each file: loading and warming them takes longer than most files.
    // So a test leaves nothing behind in a module, and no file fakes one.
    isolate: false,
    maxWorkers: availableParallelism(),
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})
