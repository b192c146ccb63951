import { once } from 'node:events'
import { connect } from 'node:net'

/** A raw response. */
interface RawAnswer {
  status: number
  headers: Headers
  body: string
}

/**
 * Sends bytes that `fetch` would refuse or normalise, and reads until the server closes.
 * @param url any address of the server; only its port counts.
 * @param lines the request line and headers; `Connection: close` is added, and `Host` unless it is there.
 */
export async function rawRequest(
  url: string,
  lines: string[],
  body: string | Buffer = '',
): Promise<RawAnswer> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const host = lines.some((line) => /^host:/i.test(line)) ? [] : ['Host: localhost']
  socket.write(`${[...lines, ...host, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  socket.write(body)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(socket, 'close')
  const text = Buffer.concat(chunks).toString()
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...headers] = text.slice(0, end).split('\r\n')
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Headers(
      headers.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ),
    body: text.slice(end + 4),
  }
}
