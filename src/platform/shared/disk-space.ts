import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  /** What users other than the administrator may still write. */
  readonly freeBytes: number
  readonly sizeBytes: number
}

/** The space on the disk of a folder. Rejects when there is no such folder. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}
