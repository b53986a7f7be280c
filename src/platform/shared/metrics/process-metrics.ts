import { readdirSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { readDiskSpace } from '../disk-space.ts'
import { counter, formatLabels, gauge, type Metric } from './metric.ts'

const startedAtSeconds = Math.round((Date.now() - process.uptime() * 1000) / 1000)

/** What the clients of Prometheus for Node show, under the same names, and the limit of memory. */
export function processMetrics(): Metric[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const { heap_size_limit: heapLimit } = getHeapStatistics()
  const [major = '', minor = '', patch = ''] = process.versions.node.split('.')
  const version = formatLabels({ version: process.version, major, minor, patch })
  return [
    counter('process_cpu_user_seconds_total', 'User CPU time of the process.', user / 1e6),
    counter('process_cpu_system_seconds_total', 'System CPU time of the process.', system / 1e6),
    counter('process_cpu_seconds_total', 'User and system CPU time of the process.', (user + system) / 1e6),
    gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', startedAtSeconds),
    gauge('process_resident_memory_bytes', 'Resident memory size.', rss),
    gauge('process_open_fds', 'Open file descriptors: files and connections.', readOpenFiles() ?? []),
    gauge('process_max_fds', 'The most file descriptors that the process may open.', maxOpenFiles ?? []),
    gauge('nodejs_heap_size_used_bytes', 'Heap size in use.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'Heap size.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory of objects outside of the heap.', external),
    gauge('nodejs_active_resources', 'What keeps the event loop alive, by its type.', countResources()),
    gauge('nodejs_version_info', 'The version of Node.', [{ labels: version, value: 1 }]),
    gauge('tack_heap_limit_bytes', 'The largest heap. Beyond it the process ends.', heapLimit),
    gauge('tack_memory_limit_bytes', 'Memory of the container, or of the machine without a limit.', memoryLimit()),
  ]
}

/** How full the disk of a folder is, which need not be there yet. */
export async function diskMetrics(folder: string): Promise<Metric[]> {
  const space = await readDiskSpace(folder).catch(() => null)
  if (!space && dirname(folder) !== folder) return diskMetrics(dirname(folder))
  const { freeBytes = 0, sizeBytes = 0 } = space ?? {}
  return [
    gauge('tack_data_disk_free_bytes', 'Free space on the disk of the data folder.', freeBytes),
    gauge('tack_data_disk_size_bytes', 'Size of the disk of the data folder.', sizeBytes),
  ]
}

function memoryLimit(): number {
  // Without a limit it is 0 or a number larger than any memory.
  return Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
}

function countResources(): { readonly labels: string; readonly value: number }[] {
  const counts = new Map<string, number>()
  for (const type of process.getActiveResourcesInfo()) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts].map(([type, value]) => ({ labels: formatLabels({ type }), value }))
}

/** Undefined on systems other than Linux. */
function readOpenFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}

/** Undefined on systems other than Linux, and without a limit. */
const maxOpenFiles = readMaxOpenFiles()

function readMaxOpenFiles(): number | undefined {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    return undefined
  }
}
