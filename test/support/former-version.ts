import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Version 0.1.0, before every migration but the first. */
export const formerCommit = '2a65f5a8'

/** Whether this clone has the history of that version. */
export const hasFormer = (): Promise<boolean> =>
  run('git', ['cat-file', '-e', `${formerCommit}^{commit}`]).then(
    () => true,
    () => false,
  )

/** Compiles the former version, with the packages of this one. `@as-integrations/fastify` is there for it alone. */
export async function compileFormer(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = join(await mkdtemp(join(tmpdir(), 'tack-upgrade-')), 'former')
  await run('git', ['worktree', 'add', '--detach', folder, formerCommit])
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await run(process.execPath, ['build.ts'], { cwd: folder })
  const remove = async () => {
    await run('git', ['worktree', 'remove', '--force', folder])
    await rm(join(folder, '..'), { recursive: true })
  }
  return { folder, remove }
}
