import { describe, expect, it } from 'vitest'
import { findTitle } from '#server/domain/ranking/align.rules'
import { readReleaseTitle } from '#server/domain/ranking/release-title.rules'
import { rankInSlices, rankingSteps } from '#server/domain/ranking/ranking.rules'
import { prepareWanted } from '#server/domain/ranking/wanted.rules'
import { DEFAULT_DOWNLOAD_SETTINGS } from '#contract/download-settings'
import { HOLLOW_TIDE, inputFor, rank, release } from './samples'

const LENGTH = 100_000
const long = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length))

const HOSTILE = {
  'one endless word': long('a'),
  'one endless number': long('7'),
  'the wanted title again and again': long('the hollow tide '),
  'words like those of the title': long('hollaw tid '),
  'the last name of the author': long('Ellisan, Mara '),
  'names of narrators': long('read by June Park '),
  'the series and volumes': long('Saltmarsh 1 '),
  'ranges of volumes': long('1-'),
  'open brackets': long('('),
  'nested brackets': long('([{'),
  'bracketed tags': long('[ENG / MP3] '),
  'combining marks': `a${long('\u0301')}`,
  'parts of posted files': long('.vol1+1'),
  'another script': long('читает '),
}

const { forms } = prepareWanted(HOLLOW_TIDE, DEFAULT_DOWNLOAD_SETTINGS)
const [form] = forms
if (!form) throw new Error('The wanted book has no title')

describe('a title made to cost time', () => {
  it.each(Object.entries(HOSTILE))('is read only as far as any real one: %s', (_, title) => {
    expect(readReleaseTitle(title).words.length).toBeLessThanOrEqual(1000)
    expect(rank([release({ title })])[0]?.verdict.automatic).toBe(false)
  })

  it('is compared at only a few places, however often it names the book', () => {
    const { words } = readReleaseTitle(HOSTILE['the wanted title again and again'])
    expect(findTitle(words, form, 1).length).toBeLessThan(10)
  })

  it('gets a separate slice, however many there are', async () => {
    const count = 50
    const releases = Object.values(HOSTILE).map((title) => release({ title: title.slice(0, 1000) }))
    const rows = Array.from({ length: count }, (_, at) => ({
      ...(releases[at % releases.length] ?? release({})),
      guid: String(at),
    }))
    let turns = 0
    await rankInSlices(inputFor(rows), () => {
      turns++
      return Promise.resolve()
    })
    expect(turns).toBeGreaterThanOrEqual(count)
  })

  it('does not slow down ordinary titles, which are judged several at a time', () => {
    const steps = rankingSteps(
      inputFor(Array.from({ length: 100 }, (_, at) => release({ guid: String(at) }))),
    )
    let turns = 0
    while (steps.next().done !== true) turns++
    expect(turns).toBeLessThan(50)
  })
})
