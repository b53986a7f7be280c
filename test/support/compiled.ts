import { execFile } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'esbuild'
import type { TestProject } from 'vitest/node'

/** Where the workers load `src` from, as JavaScript (`vitest.config.ts`). */
const compiledFolder = 'dist-test'

/**
 * Compiles the service for tests that start processes or open developer pages: they run what operators run. And compiles
 * each source by itself, once for all workers of the run: Node loads it faster than Vite does.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await compile()
  project.onTestsRerun(compile)
  // Loaded now, because it imports what has just been compiled.
  const { provideDatabase } = await import('./database.ts')
  return provideDatabase(project)
}

/** Does nothing when no source has changed. */
async function compile(): Promise<void> {
  await Promise.all([promisify(execFile)(process.execPath, ['build.ts']), compileSources()])
}

async function compileSources(): Promise<void> {
  const sources = globSync('src/**/*.ts')
  const outputOf = (source: string) => join(compiledFolder, source.replace(/\.ts$/, '.js'))
  const changedAt = (file: string) => statSync(file).mtimeMs
  const entryPoints = sources.filter(
    (file) => !existsSync(outputOf(file)) || changedAt(file) > changedAt(outputOf(file)),
  )
  const kept = new Set(sources.map(outputOf))
  for (const output of globSync(`${compiledFolder}/src/**/*.js`)) if (!kept.has(output)) await rm(output)
  await build({
    entryPoints,
    outdir: `${compiledFolder}/src`,
    outbase: 'src',
    bundle: true,
    packages: 'external',
    plugins: [importsOfOutputs],
    format: 'esm',
    platform: 'node',
    target: 'node22',
    sourcemap: 'linked',
    logLevel: 'warning',
  })
}

/** Each output imports the outputs of other sources. Only JSON becomes part of it. */
const importsOfOutputs: Plugin = {
  name: 'imports of outputs',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? null : { path: path.replace(/\.ts$/, '.js'), external: true },
    )
  },
}
