import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ClientSecrets } from '../../src/modules/oauth/apps/oauth-clients.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]

describe('a client secret', () => {
  it('is tks_ and 32 random bytes in base64url, never one twice', () => {
    const secrets = new ClientSecrets([newer])
    const texts = Array.from({ length: 1000 }, () => secrets.generate().text)
    expect(new Set(texts).size).toBe(1000)
    for (const text of texts) {
      expect(text).toMatch(/^tks_[\w-]{43}$/)
      expect(Buffer.from(text.slice(4), 'base64url')).toHaveLength(32)
    }
  })

  it('is kept as HMAC-SHA-256 in hexadecimal under the newest key', () => {
    const { text, digest } = new ClientSecrets([newer, older]).generate()
    expect(digest).toBe(createHmac('sha256', newer).update(text).digest('hex'))
  })

  it('is known again by its digest and by no other', () => {
    const secrets = new ClientSecrets([newer])
    const [one, other] = [secrets.generate(), secrets.generate()]
    expect(secrets.verify(one.text, one.digest)).toBe(true)
    expect(secrets.verify(other.text, one.digest)).toBe(false)
    expect(secrets.verify(`${one.text}x`, one.digest)).toBe(false)
    for (const broken of ['', 'zz', one.digest.slice(2), one.text]) {
      expect(secrets.verify(one.text, broken), broken).toBe(false)
    }
  })

  it('outlives a rotation of the installation secret until the older key is dropped', () => {
    const { text, digest } = new ClientSecrets([older]).generate()
    expect(new ClientSecrets([newer, older]).verify(text, digest)).toBe(true)
    expect(new ClientSecrets([newer]).verify(text, digest)).toBe(false)
  })

  it('cannot be made without a key', () => {
    expect(() => new ClientSecrets([])).toThrow('at least one key')
  })
})
