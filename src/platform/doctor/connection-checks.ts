import { promises as dns } from 'node:dns'
import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import { Redis } from 'ioredis'
import { readCertificate } from '../http-client/shown-certificate.ts'
import { nameMailHost } from '../mail/mail-message.ts'
import { createSmtpConnection } from '../mail/mail-transport.ts'
import { dayMs } from '../shared/time.ts'
import { askAddress } from './address-check.ts'
import { type DoctorCheck, type Finding, ok, problem, warning } from './doctor.ts'

const connectTimeoutMs = 5_000

export const redisCheck: DoctorCheck = {
  name: 'redis',
  async run({ settings: { redisUrl } }) {
    if (redisUrl === undefined) return [ok('REDIS_URL is not set: each process counts limits by itself.')]
    const redis = new Redis(redisUrl, {
      lazyConnect: true,
      connectTimeout: connectTimeoutMs,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    })
    let reason = ''
    redis.on('error', (error: Error) => (reason = error.message))
    try {
      await redis.connect()
      await redis.ping()
      return [ok('Redis answers.')]
    } catch (error) {
      const text = reason || (error as Error).message
      return [
        problem(
          `Redis does not answer: ${text}. Each process counts limits by itself. Start it, or correct REDIS_URL.`,
        ),
      ]
    } finally {
      redis.disconnect()
    }
  },
}

export const mailCheck: DoctorCheck = {
  name: 'mail',
  async run({ settings: { smtp, mailSender, publicUrl } }) {
    if (smtp === undefined) return [ok('SMTP_URL is not set: mails are written to the log and to data/outbox.')]
    const connection = createSmtpConnection(smtp, nameMailHost(mailSender, publicUrl))
    try {
      await connection.verify()
      return [ok(`The mail server ${smtp.host}:${smtp.port} accepts connections. No mail was sent.`)]
    } catch (error) {
      return [
        problem(
          `The mail server does not accept a connection: ${(error as Error).message}. Correct SMTP_URL, or start it. Mails wait.`,
        ),
      ]
    } finally {
      connection.close()
    }
  },
}

/** The name servers for the root of all names are known to each resolver, and belong to no host that would learn of the question. */
export const networkCheck: DoctorCheck = {
  name: 'network',
  async run({ settings: { outboundNetworks } }) {
    if (outboundNetworks === 'any') return [ok('OUTWARD_NETWORKS=any: hosts of private networks are called too.')]
    try {
      await dns.resolveNs('.')
      return [ok('Names of other hosts are found.')]
    } catch (error) {
      return [
        warning(
          `No name server answers (${(error as Error).message}), so webhooks and watched destinations are not reached. Look at /etc/resolv.conf and the firewall.`,
        ),
      ]
    }
  },
}

/** Reads the certificate that a host shows, and says when it ends. */
export async function checkCertificate(host: string, port: number, now: Date): Promise<Finding> {
  const socket = connectTls({ host, port, servername: host, timeout: connectTimeoutMs, rejectUnauthorized: false })
  socket.on('timeout', () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'secureConnect')
    const certificate = readCertificate(socket)
    if (!certificate) throw new Error('it shows none')
    const days = Math.floor((certificate.endsAt.getTime() - now.getTime()) / dayMs)
    if (certificate.issue !== null)
      return problem(`${host}: the certificate is refused (${certificate.issue}). Renew it at the proxy.`)
    const text = `${host}: the certificate is good for ${days} days.`
    return days < 14 ? warning(`${text} Renew it at the proxy.`) : ok(text)
  } catch (error) {
    return problem(
      `${host}: no certificate could be read (${(error as Error).message}). Look at its DNS record and at the proxy.`,
    )
  } finally {
    socket.destroy()
  }
}

/** Whether the collector takes traces. None is sent. */
export const collectorCheck: DoctorCheck = {
  name: 'traces',
  async run({ settings }) {
    const { tracing } = settings
    if (tracing === undefined) return []
    const answer = await askAddress(`${tracing.endpoint}/v1/traces`, settings, {
      method: 'POST',
      headers: { ...tracing.headers, 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
    })
    if (typeof answer === 'string')
      return [
        problem(
          `The collector does not answer: ${answer}. Traces are lost. Start it, or correct OTEL_EXPORTER_OTLP_ENDPOINT.`,
        ),
      ]
    if (answer.status < 300) return [ok('The collector takes traces. None was sent.')]
    const cause = answer.status === 401 || answer.status === 403 ? 'HEADERS' : 'ENDPOINT'
    return [problem(`The collector takes no traces (status ${answer.status}). Correct OTEL_EXPORTER_OTLP_${cause}.`)]
  },
}
