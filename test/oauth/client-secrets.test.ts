import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ClientSecrets } from '../../src/modules/identity/oauth/apps/oauth-clients.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]

describe('a client secret', () => {
  it('is tks_ and 32 random bytes in base64url, and unique', () => {
    const secrets = new ClientSecrets([newer])
    const texts = Array.from({ length: 1000 }, () => secrets.generate().text)
    expect(new Set(texts).size).toBe(1000)
    for (const text of texts) {
      expect(text).toMatch(/^tks_[\w-]{43}$/)
      expect(Buffer.from(text.slice(4), 'base64url')).toHaveLength(32)
    }
  })

  it('has an HMAC-SHA-256 digest in hexadecimal, with the newest key', () => {
    const { text, digest } = new ClientSecrets([newer, older]).generate()
    expect(digest).toBe(createHmac('sha256', newer).update(text).digest('hex'))
  })

  it('matches its own digest and no other', () => {
    const secrets = new ClientSecrets([newer])
    const [first, second] = [secrets.generate(), secrets.generate()]
    expect(secrets.verify(first.text, first.digest)).toBe(true)
    expect(secrets.verify(second.text, first.digest)).toBe(false)
    expect(secrets.verify(`${first.text}x`, first.digest)).toBe(false)
    for (const invalid of ['', 'zz', first.digest.slice(2), first.text]) {
      expect(secrets.verify(first.text, invalid), invalid).toBe(false)
    }
  })

  it('stays valid after a key rotation until the older key is removed', () => {
    const { text, digest } = new ClientSecrets([older]).generate()
    expect(new ClientSecrets([newer, older]).verify(text, digest)).toBe(true)
    expect(new ClientSecrets([newer]).verify(text, digest)).toBe(false)
  })

  it('requires a key', () => {
    expect(() => new ClientSecrets([])).toThrow('at least one key')
  })
})
