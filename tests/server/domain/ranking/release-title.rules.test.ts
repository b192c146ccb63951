import { describe, expect, it } from 'vitest'
import { readReleaseTitle } from '#server/domain/ranking/release-title.rules'

function tagged(title: string, kind: string): string[] {
  const { tags } = readReleaseTitle(title)
  return [...new Set(tags.flatMap((tag) => (tag?.kind === kind ? [tag.value] : [])))]
}

describe('the tags of a title', () => {
  it.each([
    ['The Hollow Tide [ENG / M4B]', ['en']],
    ['The Hollow Tide - NL', ['nl']],
    ['The Hollow Tide (DE)', ['de']],
    ['[GER / MP3] The Hollow Tide', ['de']],
    ['Das.Buch.GERMAN.epub', ['de']],
    ['Some.Title.Dansk.M4B', ['da']],
    ['The Hollow Tide-AUDiOBOOK-WEB-DK-2023-GRP iNT', ['da']],
    ['Mara Ellison - The Hollow Tide-2MP3CD-DE-2024-GRPAuDiO', ['de']],
    ['America by design by David Noble [eng]', ['en']],
    ['David.Ebershoff.The.Danish.Girl.2015.RETAiL.ePub.eBOOK-NODE', []],
    ['Charlaine Harris - Gunnie Rose 03 - The Russian Cage', []],
    ['Ana Silva - Tienda de SÃO Paulo (epub)', []],
    ['Inferno - Brown, Dan', []],
  ])('languages of %s: %s', (title, expected) => {
    expect(tagged(title, 'language')).toEqual(expected)
  })

  it.each([
    ['Mara Ellison - The Hollow Tide [MP3]', ['mp3']],
    ['The.Hollow.Tide.Unabridged.m4b', ['m4b']],
    ['The Hollow Tide [M4B + PDF]', ['m4b']],
    ['The Hollow Tide (2CD) [FLAC]', ['flac']],
    ['The Hollow Tide [AAC]', ['unknown_audio']],
    ['The Hollow Tide', []],
  ])('audio formats of %s: %s', (title, expected) => {
    expect(tagged(title, 'format')).toEqual(expected)
  })

  it.each([
    ['Title (Unabridged)', ['unabridged']],
    ['Title (Ungekürzt)', ['unabridged']],
    ['Title (UngekÃ¼rzt)', ['unabridged']],
    ['Title (Abridged)', ['abridged']],
    ['Title (Dramatized Adaptation)', ['dramatised']],
    ['Title [Graphic Audio]', ['dramatised']],
    ['BBC R4 Title', ['dramatised']],
    ['Title (Full Cast)', []],
  ])('editions of %s: %s', (title, expected) => {
    expect(tagged(title, 'edition')).toEqual(expected)
  })

  it.each([
    ['Title 64kbps', 64],
    ['Title 64 kbps', 64],
    ['Title [126k M4B]', 126],
    ['Title (NMR 31-38 kbps)', 38],
    ['Title (VBR ~ 60kb)', 60],
    ['Title 128 kbit/s', 128],
    ['Title (32 kpbs)', 32],
    ['Title 5364k', null],
    ['Fahrenheit 451', null],
  ])('bitrate of %s: %s', (title, kbits) => {
    expect(readReleaseTitle(title).bitrate).toBe(kbits)
  })

  it.each([
    ['Title [64k 12;20;50 340MB]', 740],
    ['Title 64k 06.19.03 {179mb}', 379],
    ['Title 16h 10m', 970],
    ['Title (16 hrs and 10 mins)', 970],
    ['Title 12.05.19', null],
    ['Title', null],
  ])('length of %s: %s minutes', (title, minutes) => {
    expect(readReleaseTitle(title).durationMin).toBe(minutes)
  })

  it('leaves out the names of posted files and their counters', () => {
    const { words } = readReleaseTitle('(02/17) "Mara Ellison - The Hollow Tide.part01.rar" - 1,34 GB yEnc')
    expect(words.map(({ key }) => key)).toEqual(['mara', 'ellison', 'the', 'hollow', 'tide'])
  })
})
