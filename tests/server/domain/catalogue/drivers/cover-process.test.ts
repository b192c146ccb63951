import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { coverProblem, coverType } from '#server/domain/catalogue/cover-limits.rules'
import { createCoverProcess } from '#server/domain/catalogue/drivers/cover-process'
import { temporaryDirectory } from '#tests/support/temporary-directory'

/** A server whose cover process does this with every order. */
async function processThat(body: string, options: { idleMs?: number; limitMs?: number } = {}) {
  const entry = join(await temporaryDirectory(), 'index.mjs')
  const script = `process.on('message', ({ id, picture }) => { ${body} })\nprocess.on('disconnect', () => process.exit())`
  await writeFile(entry, script)
  const image = createCoverProcess({ entry, ...options })
  return (picture = new Uint8Array([1, 2, 3])) => image.square(picture, 96, 80)
}

const ANSWER = 'process.send({ id, made: new TextEncoder().encode(JSON.stringify('
const toldSchema = z.object({
  picture: z.array(z.number()),
  args: z.array(z.string()),
  env: z.array(z.string()),
})
const said = (made: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(made))

describe('the process that decodes covers', () => {
  it('gets pictures and no secret', async () => {
    process.env['SVC_APP__SECRET_KEY'] ??= 'not for others'
    const square = await processThat(
      `${ANSWER}{ picture: [...picture], args: process.argv.slice(2), env: Object.keys(process.env) })) })`,
    )
    const { picture, args, env } = toldSchema.parse(said(await square()))
    expect({ picture, args }).toEqual({ picture: [1, 2, 3], args: ['decode-covers'] })
    expect(env.filter((name) => !/^(MALLOC_|UV_)/.test(name))).toEqual([])
  })

  it('says what is wrong with a picture, and continues with the next', async () => {
    const square = await processThat(
      `if (picture[0] === 1) process.send({ id, problem: 'Too large' }); else ${ANSWER}process.pid)) })`,
    )
    await expect(square()).rejects.toThrow('Too large')
    const pid = said(await square(new Uint8Array([2])))
    expect(said(await square(new Uint8Array([2])))).toBe(pid)
  })

  it('is restarted after a crash', async () => {
    const square = await processThat(`if (picture[0] === 1) process.exit(1); else ${ANSWER}process.pid)) })`)
    const pid = said(await square(new Uint8Array([2])))
    await expect(square()).rejects.toThrow('has ended')
    expect(said(await square(new Uint8Array([2])))).not.toBe(pid)
  })

  it('is ended if a picture takes too long', async () => {
    const square = await processThat('void picture', { limitMs: 50 })
    await expect(square()).rejects.toThrow('took too long')
    await expect(square()).rejects.toThrow('took too long')
  })

  it('ends when idle', async () => {
    const square = await processThat(`${ANSWER}process.pid)) })`, { idleMs: 10 })
    const pid = Number(said(await square()))
    await expect
      .poll(() => {
        try {
          return process.kill(pid, 0)
        } catch {
          return false
        }
      })
      .toBe(false)
  })
})

describe('a picture', () => {
  const header = { format: 'jpeg', width: 2400, height: 2400, progressive: false }

  it.each([
    header,
    { ...header, width: 4000, height: 4000 },
    { ...header, width: 2000, height: 2000, progressive: true },
    { ...header, format: 'png' },
    { ...header, format: 'heif', width: 1400, height: 1400 },
  ])('is decoded if that takes little memory: %o', (fine) => {
    expect(coverProblem(fine)).toBeNull()
  })

  it.each([
    { ...header, width: 4001, height: 4000 },
    { ...header, progressive: true },
    { ...header, format: 'png', progressive: true },
    { ...header, format: 'png', width: 5000, height: 5000 },
    { ...header, format: 'gif' },
    { ...header, format: 'heif' },
    { ...header, format: 'svg', width: 10, height: 10 },
  ])('is refused by its header: %o', (unfit) => {
    expect(coverProblem(unfit)).toMatch(/^A cover/)
  })

  it('is recognised by its first bytes', () => {
    const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
    const kinds = {
      'image/jpeg': '\u00ff\u00d8\u00ff\u00e0',
      'image/png': '\u0089PNG\r\n\u001a\n',
      'image/gif': 'GIF89a',
      'image/webp': 'RIFF1234WEBP',
      'image/avif': '\0\0\0\u001cftypavif',
    }
    for (const [type, beginning] of Object.entries(kinds)) expect(coverType(bytes(beginning))).toBe(type)
    for (const other of ['<svg xmlns="', '%PDF-1.7', 'RIFF1234WAVE', 'II*\0', '']) {
      expect(coverType(bytes(other))).toBeNull()
    }
  })
})
