import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import type { Client } from 'pg'
import { sslOptions, type PostgresAddress } from './postgres-connection'

/** Milliseconds after which the request itself is given up on. */
const TIMEOUT = 5000
/** Codes that the server takes where else a version would be; protocol message formats of PostgreSQL. */
const CANCEL_REQUEST = 80_877_102
const SSL_REQUEST = 80_877_103
const ENCRYPTED = 'S'.charCodeAt(0)

/**
 * Asks PostgreSQL, on a connection of its own and encrypted as all others are, to end what another connection is
 * at. Nobody is told whether that helped: where it did not, the limits of that connection remain.
 */
export async function cancelWork(address: PostgresAddress, client: Client): Promise<void> {
  const request = cancelRequest(client)
  if (request === undefined) return
  const socket = connectPlain(address.port, address.host)
  const giveUp = setTimeout(() => socket.destroy(), TIMEOUT)
  try {
    await send(address, socket, request)
  } catch {
    // What cannot be reached has nothing that could be ended.
  } finally {
    clearTimeout(giveUp)
    socket.destroy()
  }
}

/** @throws when the connection is lost or is not encrypted as it should be. */
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
      if (answer[0] !== ENCRYPTED) return reject(new Error('The server encrypts nothing'))
      const name = isIP(address.host) === 0 ? { servername: address.host } : {}
      const encrypted = connectEncrypted({ ...ssl, socket, host: address.host, ...name })
      encrypted.on('error', reject).once('secureConnect', () => encrypted.end(request))
      encrypted.resume()
    })
  })
}

/** The driver knows these numbers from when it connected; they are not among its types. */
function cancelRequest(client: Client): Buffer | undefined {
  if (!('processID' in client && 'secretKey' in client)) return undefined
  const { processID, secretKey } = client
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return undefined
  return message(CANCEL_REQUEST, processID, secretKey)
}

/** A message without a type: its length in bytes, and whole numbers of four. */
function message(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 + 4 * numbers.length)
  bytes.writeInt32BE(bytes.length)
  numbers.forEach((number, index) => bytes.writeInt32BE(number, 4 + 4 * index))
  return bytes
}
