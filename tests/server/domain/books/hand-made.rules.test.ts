import { expect, it } from 'vitest'
import { asinSchema } from '#contract/common'
import { handMadeBody } from '#contract/hand-made'
import { isSameRecording } from '#server/domain/books/hand-made.rules'
import { handMadeId, ID_BYTES, isHandMade } from '#server/domain/hand-made-id.rules'

it.each([0, 1, 31, 32, 255])(
  'the id of a hand-made book made of bytes %i has the form of an ASIN',
  (byte) => {
    const id = handMadeId(new Uint8Array(ID_BYTES).fill(byte))
    expect(asinSchema.parse(id)).toBe(id)
    expect(isHandMade(id)).toBe(true)
  },
)

it('the id uses every byte', () => {
  const ids = Array.from({ length: ID_BYTES }, (_, place) => {
    const bytes = new Uint8Array(ID_BYTES)
    bytes[place] = 1
    return handMadeId(bytes)
  })
  expect(new Set(ids).size).toBe(ID_BYTES)
})

it.each(['B0EXAMPLE1', '0123456789', '012345678X', '1409526372'])('%s is not a hand-made book', (asin) => {
  expect(isHandMade(asin)).toBe(false)
})

const written = (fields: Record<string, unknown>) =>
  handMadeBody.safeParse({ title: 'Tides', author: 'Ada Moor', ...fields })

it.each([
  ['Ada Moor', ['Ada Moor']],
  [' Ada Moor ,Ben Hale,, Ada Moor', ['Ada Moor', 'Ben Hale']],
  [
    ['Ada Moor, Ben Hale', 'Cy Oak'],
    ['Ada Moor', 'Ben Hale', 'Cy Oak'],
  ],
])('the names in %j are %j', (author, names) => {
  expect(written({ author, narrator: author }).data).toMatchObject({ author: names, narrator: names })
})

it.each([[''], [' , '], [[]], [null], [undefined], [7]])('%j names no author', (author) => {
  const { error } = written({ author })
  expect(error?.issues[0]?.path[0]).toBe('author')
})

it.each(['author', 'narrator'])('too many names are refused: %s', (field) => {
  const names = (amount: number) => Array.from({ length: amount }, (_, at) => `Name ${at}`)
  expect(written({ [field]: names(50) }).success).toBe(true)
  for (const many of [names(51).join(','), [...names(49), 'Ada Moor, Ben Hale']])
    expect(written({ [field]: many }).error?.issues).toMatchObject([
      { path: [field], code: 'too_big', maximum: 50 },
    ])
})

it.each([
  ['2024-03-05', '2024-03-05'],
  ['2024-03', '2024-03-01'],
  ['1998', '1998-01-01'],
  ['', null],
  [null, null],
  [undefined, null],
])('published %j is %j', (publish_date, date) => {
  expect(written({ publish_date }).data?.publish_date).toBe(date)
})

it.each(['2024-02-30', '2024-13', '98', 'spring', '05/03/2024', '2024-3-5'])(
  'published %j is refused',
  (publish_date) => {
    expect(written({ publish_date }).error?.issues[0]?.path).toEqual(['publish_date'])
  },
)

it('missing or empty values are unknown', () => {
  expect(written({ narrator: '', subtitle: '', info: ' ' }).data).toEqual({
    title: 'Tides',
    author: ['Ada Moor'],
    narrator: [],
    subtitle: null,
    publish_date: null,
    info: null,
  })
})

const described = { title: 'Tides', subtitle: null, authors: ['Ada Moor'], narrators: [], releaseDate: null }

it.each([
  [{}, true],
  [{ title: 'Tide' }, false],
  [{ subtitle: 'A Novel' }, false],
  [{ authors: ['Ada Moor', 'Ben Hale'] }, false],
  [{ narrators: ['Cy Oak'] }, false],
  [{ releaseDate: '1998-01-01' }, false],
])('corrected to %o it is the same recording: %s', (correction, same) => {
  expect(isSameRecording(described, { ...described, ...correction })).toBe(same)
})
