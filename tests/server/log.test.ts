import { afterEach, describe, expect, it } from 'vitest'
import { resetSync } from '@logtape/logtape'
import { createLog, shortenUsername } from '#server/log'

afterEach(() => resetSync())

function capture(options: { level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'; terminal: boolean }) {
  const lines: string[] = []
  return { lines, log: createLog({ ...options, write: (line) => lines.push(line) }) }
}

describe('the log', () => {
  it.each([
    ['DEBUG', 4],
    ['INFO', 3],
    ['WARN', 2],
    ['ERROR', 1],
  ] as const)('at level %s writes %i of the four levels', (level, count) => {
    const { lines, log } = capture({ level, terminal: false })
    log.debug('one')
    log.info('two')
    log.warn('three')
    log.error('four')
    expect(lines).toHaveLength(count)
  })

  it.each([true, false])(
    'writes one line for each message, errors and line breaks included (terminal: %s)',
    (terminal) => {
      const { lines, log } = capture({ level: 'INFO', terminal })
      log.error('Delivery to {target} failed: {error}', {
        target: 'first line\nsecond line',
        error: new Error('outer\nwith a break', { cause: new Error('inner') }),
      })
      expect(lines).toHaveLength(1)
      expect(lines[0]?.trimEnd()).not.toContain('\n')
      expect(lines[0]).toContain('outer')
      expect(lines[0]).toContain('inner')
    },
  )

  it('writes JSON where there is no terminal, with the properties as fields', () => {
    const { lines, log } = capture({ level: 'INFO', terminal: false })
    log.info('Listening on port {port}', { port: 8000 })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'INFO',
      message: 'Listening on port 8000',
      port: 8000,
    })
  })
})

describe('an error in the log', () => {
  it('is told in the message of a JSON line too', () => {
    const { lines, log } = capture({ level: 'INFO', terminal: false })
    log.error('Delivery failed: {error}', { error: new Error('refused') })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'Delivery failed: "Error: refused"' })
  })
})

describe('a username in the log', () => {
  it.each([
    ['alexandra', 'al…'],
    ['bo', 'b…'],
    ['🎧🎧🎧', '🎧🎧…'],
    ['', '…'],
  ])('%s is shortened to %s', (username, expected) => {
    expect(shortenUsername(username)).toBe(expected)
  })
})
