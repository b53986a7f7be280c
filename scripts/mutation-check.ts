import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Mutation } from './mutations.ts'

// Measures the tests: removes one guard of the source at a time, and says which test notices.
//
//   node --import tsx scripts/mutation-check.ts [--only PATTERN] [--list FILE] [--quick] [--skip-baseline]
//
// It works on a copy of the checkout, which stays as it is. A mutation runs the test files that its entry names, and the
// whole suite when they pass; with --quick only those files. --only takes the entries whose promise or file matches the
// pattern. --list reads another list than scripts/mutations.ts. The exit code is 1 if a mutation was not noticed, if an
// entry no longer fits the source, or if a named test fails without any mutation, which --skip-baseline does not try.

/** The vitest projects of `.ci/run` that notice mutations, and their environment. */
const suites = {
  embedded: { project: 'main', env: { TEST_SIZE: '', TEST_DATABASE_URL: '' } },
  server: {
    project: 'postgres',
    env: {
      TEST_SIZE: '',
      TEST_DATABASE_URL: process.env.TEST_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres',
    },
  },
} as const
type Suite = (typeof suites)[keyof typeof suites]

/** A test that hangs ends by its own timeout. These are for runs that do not end at all. */
const timeoutsMs = { files: 10 * 60_000, suite: 90 * 60_000 }

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    list: { type: 'string', default: 'scripts/mutations.ts' },
    quick: { type: 'boolean', default: false },
    'skip-baseline': { type: 'boolean', default: false },
  },
})
const root = resolve(import.meta.dirname, '..')

interface RunOptions {
  readonly cwd: string
  readonly timeoutMs: number
  readonly env?: NodeJS.ProcessEnv
}

interface RunResult {
  /** Null if the program was killed after the timeout. */
  readonly code: number | null
  readonly output: string
}

/** Runs a program to its end, or kills it and its children after the timeout. */
function run(command: string, args: readonly string[], { cwd, timeoutMs, env }: RunOptions): Promise<RunResult> {
  const { promise, resolve: finish, reject } = Promise.withResolvers<RunResult>()
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that its children can be killed with it.
    detached: true,
  })
  const kill = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal)
  }
  const killNow = () => kill('SIGKILL')
  const timers = [setTimeout(() => kill('SIGTERM'), timeoutMs), setTimeout(killNow, timeoutMs + 10_000)]
  process.once('exit', killNow)
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('error', reject)
  child.on('close', (code) => {
    for (const timer of timers) clearTimeout(timer)
    process.off('exit', killNow)
    finish({ code, output: Buffer.concat(chunks).toString() })
  })
  return promise
}

/** A copy of what Git tracks or would track, and of the compiled service. Libraries are linked. */
async function copyCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tack-mutations-'))
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { output } = await run('git', listing, { cwd: root, timeoutMs: timeoutsMs.files })
  for (const path of [...output.split('\0'), 'dist', 'dist-test']) {
    if (path === '' || !existsSync(join(root, path))) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    // With the times, by which `build.ts` and `test/support/compiled.ts` decide whether to compile.
    await cp(join(root, path), join(folder, path), { recursive: true, preserveTimestamps: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/**
 * Changes one file of the copy, which workers compile anew. It gets an old time, so that tests that start no process do not
 * wait for `build.ts`.
 */
async function writeSource(folder: string, file: string, text: string): Promise<void> {
  await writeFile(join(folder, file), text)
  await utimes(join(folder, file), 0, 0)
  await rm(join(folder, 'dist-test', file.replace(/\.ts$/, '.js')), { force: true })
}

/** Lets `build.ts` compile at its next call. */
async function forgetCompiled(folder: string): Promise<void> {
  await rm(join(folder, 'dist/.complete'), { force: true })
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Runs the test files, or all of the suite, and returns what failed. */
async function listFailures(folder: string, suite: Suite, files: readonly string[], args: readonly string[] = []) {
  const reportFile = join(folder, 'mutation-report.json')
  await rm(reportFile, { force: true })
  const reporting = ['--reporter=json', `--outputFile=${reportFile}`, '--passWithNoTests']
  const { code, output } = await run('vitest', ['run', '--project', suite.project, ...reporting, ...args, ...files], {
    cwd: folder,
    timeoutMs: files.length > 0 ? timeoutsMs.files : timeoutsMs.suite,
    env: suite.env,
  })
  if (code === 0) return []
  if (code === null) return ['a run that did not end']
  const report: Report | null = existsSync(reportFile) ? JSON.parse(await readFile(reportFile, 'utf8')) : null
  const failures = report?.testResults.flatMap((result) => describeFailures(folder, result)) ?? []
  return failures.length > 0 ? failures : [`a run without a failed test: ${output.trim().slice(-500)}`]
}

function describeFailures(folder: string, { name, status, message, ...result }: Report['testResults'][number]) {
  const file = relative(folder, name)
  const failed = result.assertionResults.filter((test) => test.status === 'failed')
  if (failed.length > 0) return failed.map(({ fullName }) => `${file}: ${fullName}`)
  return status === 'failed' ? [`${file}, before its first test: ${message?.trim().split('\n')[0]}`] : []
}

/** Why an entry does not fit the source, or null. */
async function findMisfit({ file, find, replace }: Mutation): Promise<string | null> {
  if (!existsSync(join(root, file))) return `there is no ${file}`
  const count = (await readFile(join(root, file), 'utf8')).split(find).length - 1
  if (count !== 1) return `its text stands ${count} times in ${file}`
  return find === replace ? 'it changes nothing' : null
}

const mutate = (text: string, { find, replace }: Mutation) => text.split(find).join(replace)

/** Compiles several mutations at once. What the compiler rejects needs no test. Returns the errors. */
async function findTypeErrors(folder: string, mutations: readonly Mutation[]): Promise<string> {
  const [now, later]: [Mutation[], Mutation[]] = [[], []]
  for (const each of mutations) (now.some(({ file }) => file === each.file) ? later : now).push(each)
  if (now.length === 0) return ''
  const originals = new Map<string, string>()
  for (const mutation of now) {
    const original = await readFile(join(folder, mutation.file), 'utf8')
    originals.set(mutation.file, original)
    await writeSource(folder, mutation.file, mutate(original, mutation))
  }
  const { code, output } = await run('tsc', ['-p', '.'], { cwd: folder, timeoutMs: timeoutsMs.files })
  for (const [file, original] of originals) await writeSource(folder, file, original)
  return code === 0 ? findTypeErrors(folder, later) : output || 'tsc did not end'
}

/** Runs the files, or all of the suite, with the mutation, and returns the first failure that is not expected, or null. */
async function runMutated(
  folder: string,
  mutation: Mutation,
  files: readonly string[],
  expected: ReadonlySet<string> = new Set(),
): Promise<string | null> {
  const original = await readFile(join(folder, mutation.file), 'utf8')
  await writeSource(folder, mutation.file, mutate(original, mutation))
  try {
    const failures = await listFailures(folder, suiteOf(mutation), files, expected.size === 0 ? ['--bail', '1'] : [])
    return failures.find((failure) => !expected.has(failure)) ?? null
  } finally {
    await writeSource(folder, mutation.file, original)
  }
}

const suiteOf = ({ race }: Mutation): Suite => (race ? suites.server : suites.embedded)

const failuresOfSuites = new Map<Suite, ReadonlySet<string>>()

/** What fails in the whole suite without any mutation. Computed once. */
async function findFailuresOfSuite(folder: string, suite: Suite): Promise<ReadonlySet<string>> {
  const failures = failuresOfSuites.get(suite) ?? new Set(await listFailures(folder, suite, []))
  if (!failuresOfSuites.has(suite))
    for (const failure of failures) console.log(`fails without any mutation, so it notices none: ${failure}`)
  failuresOfSuites.set(suite, failures)
  return failures
}

/** What notices the mutation, or null. */
async function findNoticingTest(folder: string, mutation: Mutation): Promise<string | null> {
  const files = (mutation.first ?? []).filter((file) => existsSync(join(folder, file)))
  const failure = files.length > 0 ? await runMutated(folder, mutation, files) : null
  if (failure !== null || options.quick) return failure
  const expected = await findFailuresOfSuite(folder, suiteOf(mutation))
  await forgetCompiled(folder)
  const failureOfSuite = await runMutated(folder, mutation, [], expected)
  await forgetCompiled(folder)
  return failureOfSuite
}

/** The named files without any mutation: what fails then notices nothing. */
async function findBaselineFailures(folder: string, mutations: readonly Mutation[]): Promise<string[]> {
  const failures: string[] = []
  for (const suite of Object.values(suites)) {
    const named = mutations.filter((mutation) => suiteOf(mutation) === suite)
    const files = [...new Set(named.flatMap(({ first = [] }) => first))].filter((file) => existsSync(join(root, file)))
    if (files.length > 0) failures.push(...(await listFailures(folder, suite, files)))
  }
  return failures
}

async function check(folder: string, mutations: readonly Mutation[]): Promise<boolean> {
  const typeErrors = await findTypeErrors(folder, mutations)
  if (typeErrors) {
    console.log(`The mutations do not compile:\n${typeErrors}`)
    return false
  }
  const baseline = options['skip-baseline'] ? [] : await findBaselineFailures(folder, mutations)
  for (const failure of baseline) console.log(`fails without any mutation: ${failure}`)
  let noticedCount = 0
  for (const [index, mutation] of mutations.entries()) {
    const startedAt = performance.now()
    const noticedBy = await findNoticingTest(folder, mutation)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const place = `${index + 1}/${mutations.length} ${seconds} s: ${mutation.promise} (${mutation.file})`
    console.log(noticedBy === null ? `NOT NOTICED ${place}` : `noticed ${place}\n    by ${noticedBy}`)
    if (noticedBy !== null) noticedCount++
  }
  console.log(`\n${noticedCount} of ${mutations.length} mutations were noticed.`)
  return noticedCount === mutations.length && baseline.length === 0
}

async function main(): Promise<boolean> {
  const { mutations }: { mutations: readonly Mutation[] } = await import(pathToFileURL(resolve(options.list)).href)
  const pattern = new RegExp(options.only, 'i')
  const chosen = mutations.filter(({ promise, file }) => pattern.test(promise) || pattern.test(file))
  const misfits = await Promise.all(chosen.map(findMisfit))
  for (const [index, misfit] of misfits.entries())
    if (misfit !== null) console.log(`does not fit the source: "${chosen[index]?.promise}": ${misfit}`)
  if (misfits.some((misfit) => misfit !== null)) return false
  const folder = await copyCheckout()
  try {
    return await check(folder, chosen)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// A copy that is interrupted stays in the folder of temporary files.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.exitCode = (await main()) ? 0 : 1
