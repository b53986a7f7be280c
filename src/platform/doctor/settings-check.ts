import { readFile } from 'node:fs/promises'
import type { Settings } from '../../config.ts'
import { type DoctorCheck, type Finding, ok, problem, warning } from './doctor.ts'

export const settingsCheck: DoctorCheck = {
  name: 'settings',
  async run({ settings }) {
    const findings = [...findDoubtfulSettings(settings)]
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

/** What the settings themselves show to be wrong or risky. The start writes them to the log. */
export function* findDoubtfulSettings(settings: Settings): Generator<Finding> {
  const { isProduction, publicUrl, smtp, jwtSecret, database, trustProxy, rateLimits, redisUrl } = settings
  for (const { name, nearest } of settings.unknownSettings)
    yield warning(
      nearest === undefined
        ? `${name} stands in .env and is not a setting. docs/settings.md has all of them.`
        : `${name} is not a setting. Did you mean ${nearest}?`,
    )
  if (jwtSecret !== undefined && isGuessable(jwtSecret))
    yield (isProduction ? problem : warning)(
      'JWT_SECRET can be guessed, and whoever knows it is logged in as everybody. Set it to what `openssl rand -base64 32` prints.',
    )
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

/** Words of examples, and less variety than chance gives. */
function isGuessable(secret: string): boolean {
  return (
    new Set(secret).size < 10 ||
    /change.?(me|this|it)|replace.?(me|this|it|with)|placeholder|example|your.?(own|secret|key)/i.test(secret)
  )
}
