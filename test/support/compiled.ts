import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

/** Compiles the service for the processes that tests start: what runs there is what an operator runs, and starts sooner. */
export async function setup(project: TestProject): Promise<void> {
  await compile()
  project.onTestsRerun(compile)
}

/** An error of types is said and stands in nobody's way: the code is written all the same. */
async function compile(): Promise<void> {
  await promisify(execFile)('node_modules/.bin/tsc', ['-p', 'tsconfig.build.json']).catch(({ stdout }) =>
    console.warn(stdout),
  )
}
