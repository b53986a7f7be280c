import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { InvalidSetting } from '../../config.ts'

const certificatePattern = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

/**
 * Trusts the certificates of a PEM file besides the usual ones, for receivers whose authority is a private one. One context for
 * all calls, because building it takes milliseconds. Throws `InvalidSetting` for a file that cannot be read or has none.
 */
export async function readSecureContext(file: string): Promise<SecureContext> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw invalidFile('cannot be read')
  })
  const certificates = text.match(certificatePattern) ?? []
  if (certificates.length === 0 || !certificates.every(isCertificate))
    throw invalidFile('has no certificates in PEM form')
  return createSecureContext({ ca: [...getCACertificates('default'), ...certificates] })
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== ''
  } catch {
    return false
  }
}

function invalidFile(problem: string): InvalidSetting {
  return new InvalidSetting(`The file of EXTRA_CA_CERTS ${problem}.`)
}
