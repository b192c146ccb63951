import { describe, expect, it } from 'vitest'
import { magnetOf, nzbFile, torrentFile } from '#fakes/download-clients/release-files'
import {
  infoHashOfMagnet,
  readReleaseFile,
  readReleaseMagnet,
} from '#server/domain/fulfilment/grab/downloadable'

const bytes = (text: string) => new TextEncoder().encode(text)
const RELEASE = { name: 'The First Wick', infoHash: null }
async function infoHashOf(file: Uint8Array): Promise<string | null> {
  const read = await readReleaseFile(RELEASE, file)
  return 'download' in read && 'infoHash' in read.download ? read.download.infoHash : null
}

describe('the info hash of a torrent file', () => {
  it('is that of its info dictionary, wherever it is in the file', async () => {
    const { file, infoHash } = torrentFile('The First Wick')
    expect(await infoHashOf(file)).toBe(infoHash)
    const [before, info] = new TextDecoder().decode(file).split('4:info')
    const later = bytes(`${before}5:extrald1:a4:infoee4:info${(info ?? '').slice(0, -1)}3:urlli1e4:infoee`)
    expect(await infoHashOf(later)).toBe(infoHash)
  })

  it('is the beginning of SHA-256 for version 2 only', async () => {
    const digest = await crypto.subtle.digest('SHA-256', bytes('d12:meta versioni2e4:name1:xe'))
    const expected = Buffer.from(digest).toString('hex').slice(0, 40)
    expect(await infoHashOf(bytes('d4:infod12:meta versioni2e4:name1:xee'))).toBe(expected)
  })

  it.each([
    ['two of them, of which one program reads the first', 'd4:infod6:pieces3:abce4:infod6:pieces3:defee'],
    ['two lists of pieces', 'd4:infod6:pieces3:abc6:pieces3:defee'],
    ['a mark before its key', 'd7:\uFEFFinfod6:pieces3:abcee'],
    [
      'more empty values than anything real has',
      `d4:infod6:pieces3:abce4:rest${`l${'0:'.repeat(1_000_001)}e`}e`,
    ],
    [
      'more keys than anything real has',
      `d4:infod6:pieces3:abce${Array.from({ length: 1000 }, (_, at) => `5:k${1000 + at}0:`).join('')}e`,
    ],
    [
      'the same, one below another',
      `d4:infod6:pieces3:abce4:rest${'l'.repeat(600_000)}${'e'.repeat(600_000)}e`,
    ],
  ])('is missing if there are %s', async (_, text) => {
    expect(await infoHashOf(bytes(text))).toBeNull()
  })

  it.each([
    '',
    'd',
    'de',
    'd4:infoe',
    'd4:infode',
    'd4:info4:texte',
    'd4:infod6:pieces5:abcee',
    'd4:infod6:pieces999999999:abceee',
    'd4:infod6:pieces99999999999999999999:abceee',
    'd4:infod6:pieces3:abcee and more',
    'd4:infod6:pieces3:abci5ee',
    'l4:infoe',
    'i5e',
    '<html>',
    `d4:info${'l'.repeat(200_000)}`,
  ])('is missing for %s', async (text) => {
    expect(await infoHashOf(bytes(text))).toBeNull()
  })
})

describe('the info hash of a magnet link', () => {
  it.each([
    [`magnet:?xt=urn:btih:${'AB'.repeat(20)}&dn=x`, 'ab'.repeat(20)],
    ['magnet:?dn=x&xt=urn:btih:AEBAGBAFAYDQQCIKBMGA2DQPCAIREEYU', '0102030405060708090a0b0c0d0e0f1011121314'],
    [`magnet:?xt=urn:btmh:1220${'cd'.repeat(32)}&xt=urn:btih:${'ab'.repeat(20)}`, 'ab'.repeat(20)],
    [`magnet:?xt=urn:btmh:1220${'cd'.repeat(32)}`, 'cd'.repeat(20)],
    [`magnet:?xt.1=urn:btih:${'ab'.repeat(20)}`, 'ab'.repeat(20)],
    [`magnet:?xt=urn:btih:${'ab'.repeat(20)}&xt=urn:btih:${'AB'.repeat(20)}`, 'ab'.repeat(20)],
    [`magnet:?xt=urn:btih:${'ab'.repeat(20)}&xt=urn:btih:${'cd'.repeat(20)}`, null],
    [`magnet:?xt=urn:btih:${'ab'.repeat(20)}&xt.1=urn:btih:${'cd'.repeat(20)}`, null],
    ['magnet:?xt=urn:btih:short', null],
    ['magnet:?dn=nothing', null],
    [`https://x.invalid/?xt=urn:btih:${'ab'.repeat(20)}`, null],
  ])('is read from %s', (uri, expected) => {
    expect(infoHashOfMagnet(uri)).toBe(expected)
  })
})

describe('the target of a release’s link', () => {
  it('is recognised as a torrent, an NZB file or a magnet link by its content', async () => {
    const { file, infoHash } = torrentFile('Another name')
    expect(await readReleaseFile(RELEASE, file)).toEqual({
      download: { kind: 'torrent', name: 'The First Wick', infoHash, file },
    })
    const nzb = nzbFile('Another name')
    expect(await readReleaseFile(RELEASE, nzb)).toEqual({
      download: { kind: 'nzb', name: 'The First Wick', file: nzb },
    })
    const magnet = magnetOf('Another name')
    expect(readReleaseMagnet(RELEASE, magnet.uri)).toEqual({
      download: { kind: 'magnet', name: 'The First Wick', ...magnet },
    })
  })

  it.each([
    ['<!DOCTYPE html><title>Sign in</title>', 'link_web_page'],
    ['\n<html lang="en">', 'link_web_page'],
    ['<?xml version="1.0"?><error code="429" description="Request limit reached"/>', 'link_unreadable'],
    ['', 'link_unreadable'],
    ['d4:name', 'link_broken'],
  ])('is refused for %j with its reason', async (text, code) => {
    expect(await readReleaseFile(RELEASE, bytes(text))).toMatchObject({ cause: { code } })
  })

  it('is compared with the search result, also in base 32 and version 2', async () => {
    const sha = async (algorithm: string, text: string) =>
      Buffer.from(await crypto.subtle.digest(algorithm, bytes(text))).toString('hex')
    const info = 'd12:meta versioni2e4:name1:x6:pieces3:abce'
    const both = bytes(`d4:info${info}e`)
    const read = async (infoHash: string) =>
      'download' in (await readReleaseFile({ ...RELEASE, infoHash }, both))
    expect(await read(await sha('SHA-1', info))).toBe(true)
    expect(await read(await sha('SHA-256', info))).toBe(true)
    expect(await read((await sha('SHA-256', info)).slice(0, 40))).toBe(true)
    expect(await read('cd'.repeat(32))).toBe(false)
    expect(await read('AEBAGBAFAYDQQCIKBMGA2DQPCAIREEYU')).toBe(false)
    const uri = 'magnet:?xt=urn:btih:0102030405060708090a0b0c0d0e0f1011121314'
    const follow = (infoHash: string, link = uri) =>
      'download' in readReleaseMagnet({ ...RELEASE, infoHash }, link)
    expect(follow('AEBAGBAFAYDQQCIKBMGA2DQPCAIREEYU')).toBe(true)
    expect(follow('aebagbafaydqqcikbmga2dqpcaireeyv')).toBe(false)
    // The link says nothing about the second version.
    expect(follow('cd'.repeat(32))).toBe(true)
    expect(follow('cd'.repeat(32), `${uri}&xt=urn:btmh:1220${'ab'.repeat(32)}`)).toBe(false)
  })

  it('must be the torrent in the search result, if it named one', async () => {
    const { file, infoHash } = torrentFile('The First Wick')
    const { uri } = magnetOf('The First Wick')
    const [same, other] = [infoHash.toUpperCase(), 'ab'.repeat(20)].map((hash) => ({
      ...RELEASE,
      infoHash: hash,
    }))
    if (!same || !other) throw new Error('No releases')
    expect(await readReleaseFile(same, file)).toHaveProperty('download')
    expect(await readReleaseFile(other, file)).toMatchObject({ cause: { code: 'link_other_release' } })
    expect(readReleaseMagnet(same, uri)).toHaveProperty('download')
    expect(readReleaseMagnet(other, uri)).toMatchObject({ cause: { code: 'link_other_release' } })
    expect(readReleaseMagnet(RELEASE, 'magnet:?dn=x')).toMatchObject({ cause: { code: 'link_unreadable' } })
  })

  it('is one link in one line, because clients accept several at once', () => {
    const { uri, infoHash } = magnetOf('The First Wick')
    const read = readReleaseMagnet(RELEASE, `${uri}\r\nhttp://192.168.1.1/reboot\tnow`)
    expect(read).toMatchObject({ download: { kind: 'magnet', infoHash } })
    expect('download' in read && read.download.kind === 'magnet' && /\s/.test(read.download.uri)).toBe(false)
  })

  it.each([
    ['The First Wick / secret', 'The First Wick secret'],
    ['The First Wick{{secret}}', 'The First Wick secret'],
    ['The First Wick password=secret', 'The First Wick password secret'],
    ['../../etc/The First Wick\u0000\n.', 'etc The First Wick'],
    ['…/', '…'],
    ['///', 'release'],
    ['é'.repeat(500), 'é'.repeat(120)],
  ])('is an NZB file whose name from %j is nothing but a name', async (name, called) => {
    const read = await readReleaseFile({ name, infoHash: null }, nzbFile('The First Wick'))
    expect(read).toMatchObject({ download: { kind: 'nzb', name: called } })
  })
})
