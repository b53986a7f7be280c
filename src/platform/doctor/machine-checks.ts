import { access, constants, mkdir } from 'node:fs/promises'
import { readDiskSpace } from '../shared/disk-space.ts'
import { describeOpenFileLimit } from '../shared/open-files.ts'
import { type DoctorCheck, ok, problem, warning } from './doctor.ts'

const mebibyte = 2 ** 20

/** Below it PostgreSQL and the journal soon cannot write. */
const lowMebibytes = 1_024
const emptyMebibytes = 100

export const diskCheck: DoctorCheck = {
  name: 'disk',
  async run({ settings: { dataFolder } }) {
    try {
      await mkdir(dataFolder, { recursive: true })
      await access(dataFolder, constants.R_OK | constants.W_OK)
    } catch (error) {
      return [
        problem(
          `The data folder cannot be used: ${(error as Error).message}. Make it readable and writable for this user.`,
        ),
      ]
    }
    const { freeBytes } = await readDiskSpace(dataFolder)
    const free = Math.floor(freeBytes / mebibyte)
    const text = `${free} MiB are free for ${dataFolder}.`
    if (free < emptyMebibytes) return [problem(`${text} Make room: without it, redirects get 503.`)]
    return [free < lowMebibytes ? warning(`${text} Make room soon.`) : ok(text)]
  },
}

export const filesCheck: DoctorCheck = {
  name: 'files',
  async run() {
    const text = describeOpenFileLimit()
    return text === null ? [] : [problem(text)]
  },
}

export const serviceCheck: DoctorCheck = {
  name: 'service',
  async run({ settings: { host, port } }) {
    const address = `${/^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host}:${port}`
    const response = await fetch(`http://${address}/readyz`).catch(() => null)
    if (response === null) return [ok(`No service answers at ${address}.`)]
    const { status } = (await response.json().catch(() => ({}))) as { readonly status?: string }
    if (response.ok) return [ok(`The service at ${address} accepts visitors.`)]
    return [problem(`The service at ${address} accepts no visitors (${response.status} ${status}). Look at its log.`)]
  },
}
