import cluster from 'node:cluster'
// The whole module: an older Node refuses a file that imports a name which it does not have.
import nodeModule from 'node:module'

/** The oldest Node that runs the service: argon2's native code ends an older one without a message. */
const minimumVersion = [22, 17] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < minimumVersion[0] || (major === minimumVersion[0] && minor < minimumVersion[1])) {
  console.error(
    `Tack needs Node ${minimumVersion.join('.')} or later, and this is ${process.versions.node}. npm start brings the right one.`,
  )
  process.exit(1)
}
// Compiled code is kept in the folder of temporary files, so the next start is faster.
nodeModule.enableCompileCache()
// Only this user reads what the service writes. A thread, such as the one of the embedded database, cannot set it.
process.umask(0o077)
// Loaded after the check, because loading is what fails on an older Node. The first of several processes serves nothing.
const isPrimary = cluster.isPrimary && Number(process.env.WORKERS) > 1
const start = isPrimary ? (await import('./cluster.ts')).startCluster : (await import('./start.ts')).start
start().catch(async (error: unknown) => {
  const { reportStartError } = await import('./start-messages.ts')
  reportStartError(error)
  process.exit(1)
})
