import { describe, expect, it } from 'vitest'
import { numberOf, numberRuns } from '#server/domain/ranking/numbers.rules'
import { wordsOf } from '#server/domain/ranking/normalise.rules'
import { readReleaseTitle } from '#server/domain/ranking/release-title.rules'
import { readVolumes, showPlaces } from '#server/domain/ranking/volume.rules'

const volumesOf = (text: string) => readVolumes(wordsOf(text), () => false)

describe('Release names in other languages', () => {
  it.each([
    ['Salzmarsch, Band Zwei', '2'],
    ['Salzmarsch Teil 3', '3'],
    ['Saumarais, Tome Trois', '3'],
    ['Marisma, Libro Cuatro', '4'],
    ['Marisma Tomo 2', '2'],
    ['Palude, Libro Cinque', '5'],
    ['Pântano, Livro Três', '3'],
    ['Zoutmoeras, Boek Zeven', '7'],
    ['Słone bagna, Tom Trzy', '3'],
    ['Słone bagna, Księga 2', '2'],
    ['Солёное болото. Книга 2', '2'],
    ['Солёное болото, том два', '2'],
    ['塩の沼 第3巻', '3'],
    ['塩の沼 第三巻', '3'],
    ['塩の沼 2巻', '2'],
    ['Saltträsket, Bok 3', '3'],
    ['盐沼 第5卷', '5'],
  ])('%s is volume %s', (text, expected) => {
    const [mark] = volumesOf(text).volumes
    expect(mark ? showPlaces(mark) : null).toBe(expected)
  })

  it.each([
    ['Der hohle Tag, Teil 1 von 2', { part: 1, total: 2 }],
    ['La marée, Partie 2', { part: 2, total: null }],
    ['La marea, Parte 2 de 3', { part: 2, total: 3 }],
    ['Het getij deel 2 van 2', { part: 2, total: 2 }],
    ['Pusty przypływ, część 1 z 2', { part: 1, total: 2 }],
    ['Прилив, часть 1 из 3', { part: 1, total: 3 }],
    ['潮 第1部', { part: 1, total: null }],
  ])('%s is a part', (text, expected) => {
    const { part } = volumesOf(text)
    expect(part && { part: part.part, total: part.total }).toEqual(expected)
  })

  it.each([
    ['cien', 100],
    ['veinte', 20],
    ['zwanzig', 20],
    ['fuenf', 5],
    ['funf', 5],
    ['пять', 5],
    ['dwadziescia', 20],
  ])('%s is %d', (word, value) => {
    expect(numberOf(word)).toBe(value)
  })

  it.each(['once', 'otto', 'seize', 'fire', 'due', 'sei', 'six-pack'])('%s is no number', (word) => {
    expect(numberOf(word)).toBeNaN()
  })

  it.each([
    ['vingt mille lieues sous les mers', 20_000],
    ['veinte mil leguas', 20_000],
    ['zwanzig tausend meilen', 20_000],
  ])('the number words of %s make one number', (text, value) => {
    expect(numberRuns(text.split(' '))[0]?.value).toBe(value)
  })

  it.each([
    ['Der hohle Tag (Ungekürzte Lesung)', 'edition', 'unabridged', 'de'],
    ['La marée [Texte intégral]', 'edition', 'unabridged', 'fr'],
    ['La marea (Audiolibros)', 'medium', 'audiobook', 'es'],
    ['La marea - Audiolivro', 'medium', 'audiobook', 'pt'],
    ['La marea - Radiodramma', 'edition', 'dramatised', 'it'],
    ['Het getij (Onverkort)', 'edition', 'unabridged', 'nl'],
    ['Pusty przypływ - Słuchowisko', 'edition', 'dramatised', 'pl'],
    ['Прилив (Аудиокнига)', 'medium', 'audiobook', 'ru'],
    ['潮 [オーディオブック]', 'medium', 'audiobook', 'ja'],
  ])('%s reveals its kind and its language', (text, kind, value, language) => {
    const tags = readReleaseTitle(text).tags.filter((tag) => tag?.kind === kind)
    expect(tags[0]).toMatchObject({ value, language })
  })

  it.each([
    ['Der hohle Tag, gelesen von Anna Thalbach', 'de'],
    ['La marée, lu par Anna Duval', 'fr'],
    ['La marea, leído por Ana Ruiz', 'es'],
    ['La marea, letto da Anna Bianchi', 'it'],
    ['Het getij, voorgelezen door Anna Smit', 'nl'],
    ['Pusty przypływ, czyta Anna Nowak', 'pl'],
    ['Прилив, читает Анна Иванова', 'ru'],
    ['潮 朗読 田中花', 'ja'],
  ])('%s names a narrator in its language', (text, language) => {
    expect(readReleaseTitle(text).narration[0]?.language).toBe(language)
  })
})
