import { resolve } from 'node:path'
import { z } from 'zod'

/** Which backups the service makes by itself, and how backups are encrypted. */
export interface BackupSettings {
  /** Where the service writes its backups. */
  readonly folder: string
  /** How often; undefined: never. */
  readonly everyMs: number | undefined
  /** How many of them are kept. */
  readonly keep: number
  /** Backups are encrypted with it, also those of `npm run backup`; undefined: they are not. */
  readonly passphrase: string | undefined
}

const unitMinutes: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 }

/** `BACKUP_EVERY`: a whole number with its unit, such as `24h`. */
export const backupInterval = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/)
  .transform((text) => Number(text.slice(0, -1)) * (unitMinutes[text.slice(-1)] ?? 0))
  .refine((minutes) => minutes >= 5 && minutes <= 366 * 24 * 60)
  .transform((minutes) => minutes * 60_000)

export const backupFolder = z
  .string()
  .min(1)
  .transform((text) => resolve(text))

/** Spaces are allowed, because a passphrase of several words is easier to keep. */
export const backupPassphrase = z.string().min(12).max(500)
