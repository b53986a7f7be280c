import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

/** Compiles the service for tests that start processes: they run what operators run, and start faster. */
export async function setup(project: TestProject): Promise<void> {
  await compile()
  project.onTestsRerun(compile)
}

/** A type error is printed and does not stop the tests: the code is written anyway. */
async function compile(): Promise<void> {
  await promisify(execFile)('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json']).catch(({ stdout }) =>
    console.warn(stdout),
  )
}
