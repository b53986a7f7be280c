import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'

// Reads the reports of `.ci/run`. `failed <report>` prints the test files that failed, or had an error outside of their
// tests. `sum <folder> <failed steps>` names the tests that failed, prints one line, "N passed, N failed", and exits with 1
// if something failed. A file that failed and was run again counts as it ended the second time; a test that passed only then is
// named, and so is an error that came only the first time.

interface Report {
  readonly testResults: readonly FileResult[]
}

interface FileResult {
  readonly name: string
  readonly status: string
  /** Why a file failed before its first test. */
  readonly message?: string
  readonly assertionResults: readonly TestResult[]
}

interface TestResult {
  readonly fullName: string
  readonly status: string
  readonly failureMessages?: readonly string[]
}

/** An error outside of a test, such as a rejection that nobody handles. */
interface UnhandledError {
  readonly message: string
  readonly stack?: string
  /** In which file, where that is known. */
  readonly VITEST_TEST_PATH?: string
}

const readErrors = (report: string): UnhandledError[] =>
  existsSync(`${report}.errors`) ? JSON.parse(readFileSync(`${report}.errors`, 'utf8')) : []

const readReport = (file: string): Report => JSON.parse(readFileSync(file, 'utf8'))

const hasFailed = ({ status, assertionResults }: FileResult) =>
  status === 'failed' || assertionResults.some((test) => test.status === 'failed')

function printFailedFiles(file: string): void {
  const failed = readReport(file).testResults.filter(hasFailed)
  const names = [
    ...failed.map(({ name }) => name),
    ...readErrors(file).flatMap((error) => error.VITEST_TEST_PATH ?? []),
  ]
  for (const name of new Set(names)) console.log(relative('.', name))
}

function printErrors(title: string, errors: readonly UnhandledError[]): void {
  for (const { message, stack, VITEST_TEST_PATH } of errors)
    console.log(`${title}: ${relative('.', VITEST_TEST_PATH ?? 'in no known file')}: ${stack ?? message}`)
}

/** Replaces the results of the files that were run again, and names the tests that passed only then. */
function readFinalResults(file: string): FileResult[] {
  const results = readReport(file).testResults
  const repeated = file.replace(/\.json$/, '-again.json')
  if (!existsSync(repeated)) return [...results]
  const byName = new Map(readReport(repeated).testResults.map((result) => [result.name, result]))
  for (const { name, assertionResults } of results.filter(hasFailed)) {
    const passed = (title: string) =>
      byName.get(name)?.assertionResults.some((test) => test.fullName === title && test.status === 'passed')
    for (const { fullName, status } of assertionResults)
      if (status === 'failed' && passed(fullName))
        console.log(`passed only when run again: ${relative('.', name)}: ${fullName}`)
  }
  return results.map((result) => byName.get(result.name) ?? result)
}

/** A log that was cut to its end still says what failed. */
function printFailures({ name, message, assertionResults }: FileResult): void {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0) console.log(`failed: ${relative('.', name)}\n${message ?? ''}`)
  for (const { fullName, failureMessages } of failed)
    console.log(`failed: ${relative('.', name)}: ${fullName}\n${failureMessages?.join('\n') ?? ''}`)
}

function printSum(folder: string, failedSteps: number): void {
  let passed = 0
  let failed = 0
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.errors')))
    printErrors('error outside of a test', readErrors(join(folder, basename(name, '.errors'))))
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json') && !file.endsWith('-again.json'))) {
    for (const result of readFinalResults(join(folder, name))) {
      const count = (status: string) => result.assertionResults.filter((test) => test.status === status).length
      passed += count('passed')
      failed += Math.max(count('failed'), hasFailed(result) ? 1 : 0)
      if (hasFailed(result)) printFailures(result)
    }
  }
  // A step that is no test (types, lint, drift, a missing server) fails the run as well.
  if (failed === 0) failed = passed === 0 ? Math.max(failedSteps, 1) : failedSteps
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

const [mode, path = '.', failedSteps] = process.argv.slice(2)
if (mode === 'failed') printFailedFiles(path)
else printSum(path, Number(failedSteps))
