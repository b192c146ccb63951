import { describe, expect, it } from 'vitest'
import { toBook } from '#server/domain/catalogue/drivers/audible.normalise'
import { productSchema } from '#server/domain/catalogue/drivers/audible.schemas'

const book = (fields: Record<string, unknown>) =>
  toBook(productSchema.parse({ asin: 'EMTEST0001', title: 'A title', ...fields }), 'us')

describe('a product of the catalogue', () => {
  it('needs only an ASIN and a title', () => {
    expect(book({})).toEqual({
      asin: 'EMTEST0001',
      region: 'us',
      title: 'A title',
      subtitle: null,
      authors: [],
      narrators: [],
      series: [],
      language: null,
      edition: null,
      releaseDate: null,
      runtimeMin: null,
      summary: null,
      coverUrl: null,
      sampleUrl: null,
      publisher: null,
      categories: [],
    })
  })

  it.each([
    ['a stub without a title', { title: undefined }],
    ['a blank title', { title: '  ' }],
    ['a title of another type', { title: 42 }],
    ['an ASIN of another form', { asin: 'nope' }],
    ['a podcast', { content_delivery_type: 'PodcastParent' }],
    ['an episode', { content_delivery_type: 'PodcastEpisode' }],
    ['a periodical', { content_delivery_type: 'Periodical' }],
    ['a series as a product', { content_delivery_type: 'BookSeries' }],
    ['a podcast by type alone', { content_type: 'Podcast' }],
  ])('is no audiobook when it is %s', (_, fields) => {
    expect(book(fields)).toBeNull()
  })

  it.each([
    [{ release_date: '2021-05-04' }, '2021-05-04'],
    [{ release_date: '2200-01-01' }, null],
    [{ release_date: '2200-01-01', issue_date: '2027-02-01' }, '2027-02-01'],
    [{ publication_datetime: '2021-05-04T07:00:00Z' }, '2021-05-04'],
    [{ release_date: '2021-02-31' }, null],
    [{ release_date: 'soon' }, null],
    [{ release_date: 20210504 }, null],
  ])('with %j is released on %s', (fields, date) => {
    expect(book(fields)?.releaseDate).toBe(date)
  })

  it.each([
    [{ format_type: 'unabridged' }, 'unabridged'],
    [{ format_type: 'abridged' }, 'abridged'],
    [{ format_type: 'original_recording' }, 'original'],
    [{ format_type: 'unabridged', title: 'A title (Part 1 of 2) (Dramatized Adaptation)' }, 'dramatised'],
    [{ format_type: 'unabridged', subtitle: 'A Full-Cast Radio Dramatisation' }, 'dramatised'],
    [{ format_type: 'abridged', subtitle: 'Hörspiel' }, 'dramatised'],
    [{ format_type: 'unabridged', content_type: 'Radio/TV Program' }, 'dramatised'],
    [{ format_type: 'unabridged', title: 'The Dramatized Life' }, 'unabridged'],
    [{ format_type: 'unabridged', title: 'A title (Full-Cast Edition)' }, 'unabridged'],
    [{ format_type: 'podcast' }, null],
  ])('with %j is the edition %s', (fields, edition) => {
    expect(book(fields)?.edition).toBe(edition)
  })

  it.each([
    [{ series: [{ title: 'Roads', sequence: '1' }] }, [{ title: 'Roads', position: '1' }]],
    [{ series: [{ title: 'Roads', sequence: 0.5 }] }, [{ title: 'Roads', position: '0.5' }]],
    [{ series: [{ title: 'Roads', sequence: '' }] }, [{ title: 'Roads', position: null }]],
    [
      { series: [{ title: 'Roads', sequence: '1-3' }, null, { title: 'Seas' }] },
      [
        { title: 'Roads', position: '1-3' },
        { title: 'Seas', position: null },
      ],
    ],
    [{ publication_name: 'Roads' }, [{ title: 'Roads', position: null }]],
    [{ series: [], publication_name: 'Roads' }, []],
    [
      { series: [{ asin: 'b0series01', title: 'Roads', sequence: '2' }] },
      [{ title: 'Roads', position: '2', asin: 'B0SERIES01' }],
    ],
    [{ series: [{ asin: 'none', title: 'Roads' }] }, [{ title: 'Roads', position: null }]],
  ])('with %j is in the series %j', (fields, series) => {
    expect(book(fields)?.series).toEqual(series)
  })

  it.each([
    [
      { '500': 'https://images.example/500.jpg', '1024': 'https://images.example/1024.jpg' },
      'https://images.example/1024.jpg',
    ],
    [
      { '1024': 'https://images.example/1024.jpg', '2400': 'https://images.example/2400.jpg' },
      'https://images.example/1024.jpg',
    ],
    [
      { '252': 'https://images.example/252.jpg', '500': 'https://images.example/500.jpg' },
      'https://images.example/500.jpg',
    ],
    [
      { '1024': 'file:///etc/passwd', '500': 'https://images.example/500.jpg' },
      'https://images.example/500.jpg',
    ],
    [{ '500': 'not an address' }, null],
    [{ '500': null }, null],
    [[], null],
  ])('with the pictures %j has the cover %s', (images, cover) => {
    expect(book({ product_images: images })?.coverUrl).toBe(cover)
  })

  it.each([
    [970, 970],
    [970.4, 970],
    [0, null],
    [-5, null],
    ['970', null],
    [1e12, null],
  ])('with the runtime %j lasts %s minutes', (runtime, minutes) => {
    expect(book({ runtime_length_min: runtime })?.runtimeMin).toBe(minutes)
  })

  it('takes the first summary that is not empty', () => {
    expect(book({ publisher_summary: '<p></p>', merchandising_summary: '<p>Said.</p>' })?.summary).toBe(
      'Said.',
    )
  })

  it('keeps very long names whole', () => {
    const name = 'A Very Long Name '.repeat(40).trim()
    expect(book({ title: name, authors: [{ name }] })).toMatchObject({ title: name, authors: [name] })
  })

  it.each([
    ['https://samples.example/a.mp3', 'https://samples.example/a.mp3'],
    ['file:///etc/passwd', null],
    ['a.mp3', null],
    ['', null],
    [{ url: 'https://samples.example/a.mp3' }, null],
  ])('takes the sample %j where it has a web address', (sample_url, sample) => {
    expect(book({ sample_url })?.sampleUrl).toBe(sample)
  })

  it('lists categories once, from general to particular', () => {
    const ladders = [
      { ladder: [{ name: 'Fiction' }, { name: 'Crime' }] },
      'broken',
      { ladder: [{ name: 'Fiction' }, { name: 'Noir' }] },
    ]
    expect(book({ category_ladders: ladders })?.categories).toEqual(['Fiction', 'Crime', 'Noir'])
  })
})
