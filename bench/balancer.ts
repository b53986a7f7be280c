import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Starts haproxy (Debian's package) in front of nodes. It asks each twice a second whether it is ready. */
export async function startBalancer(
  folder: string,
  entryPort: number,
  nodePorts: readonly number[],
): Promise<ChildProcess> {
  const file = join(folder, 'haproxy.cfg')
  const servers = nodePorts.map((port) => `  server node${port} 127.0.0.1:${port} check`).join('\n')
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
frontend entry
  bind 127.0.0.1:${entryPort}
  default_backend nodes
backend nodes
  option httpchk GET /readyz
  default-server inter 500ms fall 1 rise 1
${servers}
`,
  )
  return spawn('haproxy', ['-q', '-db', '-f', file], { stdio: 'inherit' })
}
