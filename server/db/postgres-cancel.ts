import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import type { Client } from 'pg'
import { sslOptions, type PostgresAddress } from './postgres-connection'

/** Milliseconds after which the cancel request itself is given up. */
const TIMEOUT = 5000
/** Codes sent in place of the protocol version; see PostgreSQL's message formats. */
const CANCEL_REQUEST = 80_877_102
const SSL_REQUEST = 80_877_103
const ENCRYPTED = 'S'.charCodeAt(0)

/**
 * Asks PostgreSQL to cancel what another connection is doing, over a separate connection encrypted like all
 * others. Does not report success; if it fails, that connection's limits still apply.
 */
export async function cancelWork(address: PostgresAddress, client: Client): Promise<void> {
  const request = cancelRequest(client)
  if (request === undefined) return
  const socket = connectPlain(address.port, address.host)
  const giveUp = setTimeout(() => socket.destroy(), TIMEOUT)
  try {
    await send(address, socket, request)
  } catch {
    // An unreachable server has nothing to cancel.
  } finally {
    clearTimeout(giveUp)
    socket.destroy()
  }
}

/** @throws if the connection is lost or not encrypted as it should be. */
function send(address: PostgresAddress, socket: Socket, request: Buffer): Promise<void> {
  const ssl = sslOptions(address)
  return new Promise((resolve, reject) => {
    socket.on('error', reject).on('close', () => resolve())
    socket.once('connect', () => {
      if (typeof ssl !== 'object') socket.end(request)
      else socket.write(message(SSL_REQUEST))
    })
    if (typeof ssl !== 'object') {
      socket.resume()
      return
    }
    socket.once('data', (answer) => {
      if (answer[0] !== ENCRYPTED) return reject(new Error('The server does not support encryption'))
      const name = isIP(address.host) === 0 ? { servername: address.host } : {}
      const encrypted = connectEncrypted({ ...ssl, socket, host: address.host, ...name })
      encrypted.on('error', reject).once('secureConnect', () => encrypted.end(request))
      encrypted.resume()
    })
  })
}

/** The driver stores these numbers on connecting, but not in its types. */
function cancelRequest(client: Client): Buffer | undefined {
  if (!('processID' in client && 'secretKey' in client)) return undefined
  const { processID, secretKey } = client
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return undefined
  return message(CANCEL_REQUEST, processID, secretKey)
}

/** An untyped message: its length in bytes, then four-byte integers. */
function message(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * numbers.length)
  bytes.writeInt32BE(bytes.length)
  numbers.forEach((number, index) => bytes.writeInt32BE(number, 4 + 4 * index))
  return bytes
}
