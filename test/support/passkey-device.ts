import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What a page asks a browser for, as JSON. */
export interface PasskeyOptions {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
  readonly user?: { readonly id: string; readonly name: string }
  readonly allowCredentials?: readonly { readonly id: string }[]
  readonly excludeCredentials?: readonly { readonly id: string }[]
}

/** In which ways a device or a browser differs from an honest one. */
export interface Deviation {
  readonly challenge?: string
  readonly origin?: string
  readonly rpId?: string
  /** `webauthn.create` or `webauthn.get`. */
  readonly type?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string | null
  readonly signsWith?: KeyObject
}

/** A passkey on the device. */
export interface DevicePasskey {
  readonly id: Buffer
  readonly userHandle: string
  readonly privateKey: KeyObject
  readonly coseKey: Buffer
  counter: number
}

/** A device with passkeys (ES256) and the browser before it, without either. It counts, unless it shares its passkeys. */
export class PasskeyDevice {
  readonly passkeys: DevicePasskey[] = []

  constructor(
    private readonly origin: string,
    private readonly counts = true,
  ) {}

  /** The answer to a page that asks for a new passkey. `again` registers a passkey that the device has already. */
  create(options: PasskeyOptions, deviation: Deviation = {}, again?: DevicePasskey): string {
    const passkey = again ?? createPasskey(options.user?.id ?? '')
    if (!again) this.passkeys.push(passkey)
    const { id, coseKey } = passkey
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey])
    const authData = this.describe(options.rp?.id ?? '', passkey, deviation, attested)
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.answer(passkey, {
      clientDataJSON: this.clientData('webauthn.create', options, deviation),
      attestationObject: encodeCbor(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The answer to a page that asks for the use of a passkey: the one that the page allows, or the newest one. */
  get(options: PasskeyOptions, deviation: Deviation = {}, chosen?: DevicePasskey): string {
    const allowed = options.allowCredentials?.map(({ id }) => id) ?? []
    const isAllowed = ({ id }: DevicePasskey) => allowed.length === 0 || allowed.includes(id.toString('base64url'))
    const passkey = chosen ?? this.passkeys.findLast(isAllowed)
    if (!passkey) throw new Error('The device has no such passkey.')
    if (this.counts) passkey.counter++
    const authData = this.describe(options.rpId ?? '', passkey, deviation)
    const clientDataJSON = this.clientData('webauthn.get', options, deviation)
    const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const key = deviation.signsWith ?? passkey.privateKey
    const userHandle = deviation.userHandle === undefined ? passkey.userHandle : deviation.userHandle
    return this.answer(passkey, {
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authData, clientHash]), key).toString('base64url'),
      ...(userHandle !== null && { userHandle }),
    })
  }

  private answer({ id }: DevicePasskey, response: object): string {
    const text = id.toString('base64url')
    return JSON.stringify({ id: text, rawId: text, type: 'public-key', response })
  }

  private clientData(type: string, options: PasskeyOptions, deviation: Deviation): string {
    const { challenge = options.challenge, origin = this.origin } = deviation
    const data = { type: deviation.type ?? type, challenge, origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  /** The authenticator data: WebAuthn, part 6.1. */
  private describe(rpId: string, { counter }: DevicePasskey, deviation: Deviation, attested?: Buffer): Buffer {
    const { isVerified = true } = deviation
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(deviation.counter ?? counter, 1)
    const hash = createHash('sha256')
      .update(deviation.rpId ?? rpId)
      .digest()
    return Buffer.concat([hash, head, ...(attested ? [attested] : [])])
  }
}

function createPasskey(userHandle: string): DevicePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // RFC 9053: EC2, ES256, P-256.
  const coseKey = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  return { id: randomBytes(16), userHandle, privateKey, coseKey: encodeCbor(coseKey), counter: 0 }
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** RFC 8949, as much of it as passkeys need. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value)
  if (typeof value === 'string') return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeHead(2, value.length), value])
  const entries = [...value].flatMap(([key, each]) => [encodeCbor(key), encodeCbor(each)])
  return Buffer.concat([encodeHead(5, value.size), ...entries])
}

function encodeHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
