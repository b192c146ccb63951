import { describe, expect, it } from 'vitest'
import { withoutSourceNoise } from '#server/domain/ranking/source.rules'
import { HOLLOW_TIDE, inputFor, rank, release } from './samples'
import { rankReleases } from '#server/domain/ranking/ranking.rules'

const nameOf = (text: string) => withoutSourceNoise(text, 'stripped').name

describe('A name stripped of its source’s additions', () => {
  it.each([
    [
      'REQ: Mara Ellison - The Hollow Tide [05/60] "Mara Ellison - The Hollow Tide.par2" yEnc (1/9)',
      'Mara Ellison - The Hollow Tide',
    ],
    ['[03/41] - "Mara Ellison - The Hollow Tide.part01.rar" yEnc (1/9)', 'Mara Ellison - The Hollow Tide'],
    [
      '(02/17) "Mara Ellison - The Hollow Tide.vol003+004.PAR2" - 1,34 GB yEnc',
      'Mara Ellison - The Hollow Tide',
    ],
    [
      'Mara Ellison - The Hollow Tide(09/14] - "02_The_Hollow_Tide_-_Part.part1.rar"',
      'Mara Ellison - The Hollow Tide',
    ],
    ['Mara Ellison - The Hollow Tide 02/49 "Hollow Tide - 26 of 36.sfv"', 'Mara Ellison - The Hollow Tide'],
    ['Re: REQ - Mara Ellison - [02/12] - "The Hollow Tide.part1.rar"', 'Mara Ellison | The Hollow Tide'],
    [
      'Attn Bookworm - Mara Ellison - [02/12] - "The Hollow Tide 05.mp3" yEnc',
      'Mara Ellison | The Hollow Tide [mp3]',
    ],
    [
      "Mara Ellison (as requested) [09/13] - 'Saltmarsh 1 - The Hollow Tide 01.mp3' yEnc",
      'Mara Ellison | Saltmarsh 1 - The Hollow Tide [mp3]',
    ],
    [
      'Mara Ellison - The Hollow Tide [05/60] "05 - The Pier at Night.mp3" yEnc',
      'Mara Ellison - The Hollow Tide [mp3]',
    ],
    [
      'Mara Ellison - The Hollow Tide [05/60] "Ellison - The Hollow Tide - 04 Chapter 3_ The Pier.mp3"',
      'Mara Ellison - The Hollow Tide [mp3]',
    ],
    ['[03/41] - "Mara Ellison - The Hollow Tide.epub" yEnc (1/9)', 'Mara Ellison - The Hollow Tide [epub]'],
    [
      'Thriller - [30/96] - "Mara Ellison - The Hollow Tide.part07.rar" yEnc',
      'Mara Ellison - The Hollow Tide',
    ],
    [
      '[ booksound.me ] - [30/96] - "Mara Ellison - The Hollow Tide.rar" yEnc',
      'Mara Ellison - The Hollow Tide',
    ],
    ['[30/96] - "Mara Ellison - The Hollow Tide.part07.rar" yEnc-iND', 'Mara Ellison - The Hollow Tide'],
    ['NEW_-_Mara_Ellison_-_The_Hollow_Tide_[16_files]_MP3', 'Mara_Ellison_-_The_Hollow_Tide_._MP3'],
    ['NEW-Mara.Ellison-The.Hollow.Tide.[16.files].MP3', 'Mara.Ellison-The.Hollow.Tide...MP3'],
    [
      'New Saltmarsh - Ellison, Mara - "The Hollow Tide.sfv" 01 of 22',
      'New Saltmarsh - Ellison, Mara | The Hollow Tide',
    ],
    ['NMR - Mara Ellison - The Hollow Tide', 'Mara Ellison - The Hollow Tide'],
    ['REQ Mara Ellison - The Hollow Tide', 'Mara Ellison - The Hollow Tide'],
    ['req.The.Hollow.Tide.By.Mara.Ellison.m4b', 'The.Hollow.Tide.By.Mara.Ellison.m4b'],
    ['NEW - Fantasy - Mara Ellison - The Hollow Tide [24 files]', 'Mara Ellison - The Hollow Tide'],
    ['[Science Fiction] Mara Ellison - The Hollow Tide (24 Files) MP3', 'Mara Ellison - The Hollow Tide MP3'],
    ['Ciencia-Ficción - Mara Ellison - The Hollow Tide', 'Mara Ellison - The Hollow Tide'],
    ['Фантастика - Мара Эллисон - Прилив', 'Мара Эллисон - Прилив'],
    ['Mara Ellison - The Hollow Tide - 24 Dateien', 'Mara Ellison - The Hollow Tide'],
    ['[ www.shelf-share.org ] - Mara Ellison - The Hollow Tide', 'Mara Ellison - The Hollow Tide'],
    ['shelfshare.net - Mara Ellison - The Hollow Tide', 'Mara Ellison - The Hollow Tide'],
    ['Mara Ellison - The Hollow Tide [M4B]-FERRET', 'Mara Ellison - The Hollow Tide [M4B]'],
    ['Mara Ellison - The Hollow Tide (2004) 399 MB', 'Mara Ellison - The Hollow Tide (2004)'],
    [
      'The.Hollow.Tide.Saltmarsh.Book.1By.Mara.Ellison.m4b',
      'The.Hollow.Tide.Saltmarsh.Book.1 By.Mara.Ellison.m4b',
    ],
    ['The Hollow Tide [Audiobook].unpack', 'The Hollow Tide [Audiobook]'],
  ])('%s', (raw, expected) => {
    expect(nameOf(raw)).toBe(expected)
  })

  it.each([
    'Mara Ellison - The Hollow Tide [ENG / M4B]',
    'Mara.Ellison-The.Hollow.Tide-AUDiOBOOK-2004-GRP',
    '"The Hollow Tide" by Mara Ellison',
    'The Hollow Tide (Part 1 of 2)',
    "Robert Ellison's 'The Saltmarsh', Bk 9 - Winter's Tide",
    'Re:Zero Vol. 1',
    'New Spring',
    'Fantasy: A Very Short Introduction',
    'Follow.me.Down.by.Mara.Ellison',
    'Nr. 5 lebt',
    '9/11: The Day',
    'Catch 22 - Joseph Heller',
    '2001',
    'REQ',
    '[24 files]',
  ])('%s is unchanged', (name) => {
    expect(nameOf(name)).toBe(name)
  })

  it('has at most four candidate beginnings', () => {
    expect(nameOf('REQ: NEW - Fantasy - Horror - Crime - The Hollow Tide')).toBe('Crime - The Hollow Tide')
  })

  it('keeps a possible title if wanted', () => {
    const reading = withoutSourceNoise('Classics - Mara Ellison [24 files]', 'kept')
    expect(reading).toEqual({ name: 'Classics - Mara Ellison', guessed: false })
  })

  it('is shorter than the name by at most an ending', () => {
    for (const unit of [
      '"a.mp3" ',
      '[1/2] ',
      "'b.par2' ",
      '(new) ',
      '24 files - ',
      'REQ: ',
      '.part01',
      '1 MB ',
      '- | ',
    ]) {
      const name = unit.repeat(Math.ceil(1000 / unit.length))
      expect(nameOf(name).length).toBeLessThanOrEqual(name.length + 10)
    }
  })
})

describe('A release stripped of its source’s additions', () => {
  it.each([
    'NEW - Mara Ellison - The Hollow Tide',
    'Fantasy - Mara Ellison - The Hollow Tide',
    '[Krimi] Mara Ellison - The Hollow Tide',
    'Mara Ellison - The Hollow Tide [24 files]',
    'Mara Ellison - The Hollow Tide [MP3]-FERRET',
    '[ www.shelf-share.org ] - Mara Ellison - The Hollow Tide',
    'REQ: Mara Ellison - The Hollow Tide [05/60] "Mara Ellison - The Hollow Tide.par2" yEnc (1/9)',
    'Attn Bookworm - Mara Ellison - [01/15] - "The Hollow Tide.par2" yEnc',
    'Mara Ellison - The Hollow Tide [05/60] "05 - The Pier at Night.mp3" yEnc',
  ])('is found: %s', (title) => {
    expect(rank([release({ title })])[0]?.verdict).toMatchObject({ accepted: true, automatic: true })
  })

  it.each([
    ['Classics', 'Classics - Mara Ellison'],
    ['Crime: A Short History', 'Crime - A Short History - Mara Ellison'],
    ['New', 'New - Mara Ellison'],
  ])('is found if its title looks like a genre: %s', (title, name) => {
    const input = {
      ...inputFor([release({ title: name })]),
      book: { ...HOLLOW_TIDE, title, subtitle: null, series: [] },
    }
    expect(rankReleases(input)[0]?.verdict.accepted).toBe(true)
  })

  it('is an ebook if the posted file is one', () => {
    const [ranked] = rank([release({ title: '[03/41] - "Mara Ellison - The Hollow Tide.epub" yEnc (1/9)' })])
    expect(ranked?.verdict.accepted).toBe(false)
  })

  it('is still another book if the file says so', () => {
    const [ranked] = rank([release({ title: 'Mara Ellison - [02/12] - "The Salt Road.part1.rar" yEnc' })])
    expect(ranked?.verdict.accepted).toBe(false)
  })
})
