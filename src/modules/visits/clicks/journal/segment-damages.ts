import { copyFile, mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Logger } from '../../../../platform/shared/logger.ts'
import type { SegmentBatch } from './segment.ts'

/** How many clicks the lines had that cannot be read. */
export function countDamaged({ damages }: SegmentBatch): number {
  return damages.reduce((sum, { clicks }) => sum + clicks, 0)
}

/** How many damaged lines are named. The log also has the number of all damaged lines. */
const maxLoggedLines = 20

/** Logs where a file of the journal cannot be read, and keeps a copy of it in the folder, if there is one. */
export async function reportDamages(
  { path, damages }: SegmentBatch,
  folder: string | null,
  log: Pick<Logger, 'error'>,
): Promise<void> {
  if (damages.length === 0) return
  const copy = folder && join(folder, `${basename(dirname(path))}-${basename(path)}`)
  const details = { path, copy, lines: damages.slice(0, maxLoggedLines), lineCount: damages.length }
  // The name of the file is part of the message, because the log leaves out a repeated message for a while.
  log.error(details, `lines of the journal file ${basename(path)} cannot be read: their clicks are lost`)
  if (copy === null) return
  try {
    await mkdir(dirname(copy), { recursive: true })
    await copyFile(path, copy)
  } catch (err) {
    log.error({ err, path, copy }, 'a damaged file of the journal cannot be kept')
  }
}
