import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** A certificate authority that only the tests trust. */
interface Authority {
  /** In PEM form. */
  certificate: string
  /** Issues a certificate and its key, both in PEM form, for one name: an IPv4 address or a host name. */
  issueFor: (name: string) => { certificate: string; key: string }
}

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const TRUE = Buffer.from([0x01, 0x01, 0xff])
const VERSION_3 = Buffer.from([0xa0, 0x03, 0x02, 0x01, 0x02])
/** Object identifiers, encoded: RFC 5280 and RFC 5758. */
const ECDSA_WITH_SHA256 = der(SEQUENCE, identifier('2a8648ce3d040302'))
const COMMON_NAME = identifier('550403')
const BASIC_CONSTRAINTS = identifier('551d13')
const SUBJECT_ALTERNATIVE_NAME = identifier('551d11')
const DAY = 86_400_000

/** Makes an authority whose certificates are valid for some days. */
export function createAuthority(): Authority {
  const own = newKeys()
  let issued = 0
  const issuer = distinguishedName('Authority of the tests')
  const mayVouch = extension(BASIC_CONSTRAINTS, der(SEQUENCE, TRUE), TRUE)
  const issue = (subject: Buffer, key: KeyObject, extensions: Buffer) => {
    const validity = der(SEQUENCE, utcTime(Date.now() - DAY), utcTime(Date.now() + 30 * DAY))
    const content = der(
      SEQUENCE,
      ...[VERSION_3, der(INTEGER, Buffer.from([++issued])), ECDSA_WITH_SHA256, issuer, validity, subject],
      ...[key.export({ type: 'spki', format: 'der' }), der(0xa3, der(SEQUENCE, extensions))],
    )
    const signature = sign('sha256', content, own.privateKey)
    return pem('CERTIFICATE', der(SEQUENCE, content, ECDSA_WITH_SHA256, bits(signature)))
  }

  return {
    certificate: issue(issuer, own.publicKey, mayVouch),
    issueFor(name) {
      const { publicKey, privateKey } = newKeys()
      const names = extension(SUBJECT_ALTERNATIVE_NAME, der(SEQUENCE, generalName(name)))
      return {
        certificate: issue(distinguishedName(name), publicKey, names),
        key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      }
    },
  }
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** One element of DER: tag, length and content (ITU-T X.690). */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

function identifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function distinguishedName(name: string): Buffer {
  return der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(name)))))
}

function generalName(name: string): Buffer {
  const isAddress = /^[\d.]+$/.test(name)
  return isAddress ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name))
}

function extension(id: Buffer, value: Buffer, ...critical: Buffer[]): Buffer {
  return der(SEQUENCE, id, ...critical, der(OCTET_STRING, value))
}

function bits(content: Buffer): Buffer {
  return der(BIT_STRING, Buffer.from([0]), content)
}

function utcTime(time: number): Buffer {
  return der(UTC_TIME, Buffer.from(`${new Date(time).toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`))
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
