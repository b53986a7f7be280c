import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

/** Compiles the service for tests that start processes or open developer pages: they run what operators run. */
export async function setup(project: TestProject): Promise<void> {
  await compile()
  project.onTestsRerun(compile)
}

/** Does nothing when no source has changed. */
async function compile(): Promise<void> {
  await promisify(execFile)(process.execPath, ['build.ts'])
}
