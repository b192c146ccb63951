import { afterEach, describe, expect, it } from 'vitest'
import { resetSync } from '@logtape/logtape'
import { createLog } from '#server/platform/log'

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

describe('a value in a message', () => {
  it.each([
    ['/audiobooks/', 'below /audiobooks/'],
    [8000, 'below 8000'],
    [['a', 1], 'below ["a",1]'],
    [null, 'below null'],
  ])('%j is written plainly', (value, words) => {
    const { lines, log } = capture({ level: 'INFO', terminal: false })
    log.info('below {value}', { value })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: words, value })
  })

  it('cannot change how a terminal looks', () => {
    const { lines, log } = capture({ level: 'INFO', terminal: true })
    log.info('Asked for {path}', { path: '\u001b[2J\u001b[31mred' })
    expect(lines[0]).toContain('[31mred')
    expect(lines[0]).not.toContain('\u001b')
  })
})

describe('an error in the log', () => {
  it('is in the message of a JSON line too', () => {
    const { lines, log } = capture({ level: 'INFO', terminal: false })
    log.error('Delivery failed: {error}', { error: new Error('refused') })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'Delivery failed: Error: refused' })
  })

  it.each([true, false])('is shown at any depth of a value (terminal: %s)', (terminal) => {
    const { lines, log } = capture({ level: 'INFO', terminal })
    const tries = [
      { at: 'first', error: new Error('refused') },
      { at: 'second', error: new Error('reset') },
    ]
    log.error('Delivery failed: {tries}', { tries })
    expect(lines[0]).toContain('refused')
    expect(lines[0]).toContain('reset')
    if (terminal) return
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      message:
        'Delivery failed: [{"at":"first","error":"Error: refused"},{"at":"second","error":"Error: reset"}]',
      tries: [{ error: { message: 'refused' } }, { error: { message: 'reset' } }],
    })
  })

  it('that wraps several shows them all', () => {
    const { lines, log } = capture({ level: 'INFO', terminal: false })
    const error = new AggregateError([new Error('connect ECONNREFUSED ::1'), new Error('timed out')])
    log.error('No connection: {error}', { error })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      message: 'No connection: AggregateError: connect ECONNREFUSED ::1; timed out',
    })
  })

  it('is shown once even if the value contains itself', () => {
    const { lines, log } = capture({ level: 'INFO', terminal: false })
    const holder: Record<string, unknown> = { error: new Error('refused') }
    holder['self'] = holder
    log.error('It failed', { holder })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('refused')
  })
})
