import { access, constants, mkdir, readFile } from 'node:fs/promises'
import type { Settings } from '../../config.ts'
import { readDiskSpace } from '../shared/disk-space.ts'
import { type DoctorCheck, type Finding, ok, problem, warning } from './doctor.ts'

export const settingsCheck: DoctorCheck = {
  name: 'settings',
  async run({ settings }) {
    const findings = [...describeContradictions(settings)]
    const files = [
      ['GEOIP_DB', settings.geoipFile],
      ['EXTRA_CA_CERTS', settings.extraCertificatesFile],
      ['TRUSTED_DOCUMENTS', settings.trustedDocumentsFile],
    ] as const
    for (const [name, file] of files) {
      const error = file && (await readFile(file).catch((error: Error) => error))
      if (error instanceof Error)
        findings.push(problem(`${name}: ${error.message}. Name a file that the service can read.`))
    }
    return findings.length > 0 ? findings : [ok('No setting contradicts another one.')]
  },
}

function* describeContradictions(settings: Settings): Generator<Finding> {
  const { isProduction, publicUrl, smtp, jwtSecret, database, trustProxy, rateLimits, redisUrl } = settings
  if (jwtSecret !== undefined && jwtSecret === settings.jwtSecretPrevious)
    yield problem(
      'JWT_SECRET_PREVIOUS is the same as JWT_SECRET. Remove it, or set it to the secret before the last rotation.',
    )
  if (settings.llm?.apiKey === undefined && settings.llm?.baseUrl.startsWith('https:'))
    yield warning('LLM_API_KEY is not set, and most endpoints with https need one.')
  if (redisUrl !== undefined && !rateLimits.isEnabled)
    yield warning('REDIS_URL is set, but RATE_LIMITS=off counts nothing. Remove one of them.')
  if (!isProduction) return
  if (database.kind === 'memory')
    yield problem('DATABASE_URL=memory:// keeps nothing. Name a folder or a PostgreSQL server.')
  if (/^http:\/\/(localhost|127\.)/.test(publicUrl))
    yield warning('PUBLIC_URL is an address of this machine. Set it to the address that visitors and mails use.')
  if (smtp === undefined) yield warning('SMTP_URL is not set: no mail is sent. Set it and MAIL_FROM.')
  if (publicUrl.startsWith('https:') && trustProxy === false)
    yield warning(
      'PUBLIC_URL has https, but TRUST_PROXY is false: every visitor has the address of the proxy. Set it to the number of proxies.',
    )
  if (!rateLimits.isEnabled) yield warning('RATE_LIMITS=off lets everybody send any number of requests. Remove it.')
}

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
