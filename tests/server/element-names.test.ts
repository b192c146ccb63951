import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'vue/compiler-sfc'
import { namedWithoutRole } from '#tests/support/named-without-role'

const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.vue'),
)

it('Nothing has an accessible name that its role does not allow: give it a role, or words for screen readers only', () => {
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) => {
    const { descriptor } = parse(readFileSync(join('client', file), 'utf8'))
    return namedWithoutRole(descriptor.template?.ast?.children ?? []).map((line) => `${file}:${line}`)
  })
  expect(found).toEqual([])
})

it.each([
  ['<div aria-label="Loading" />', [1]],
  ['<div :aria-label="words" aria-busy="true" />', [1]],
  ['<section>\n<p v-if="one"><span aria-labelledby="id" /></p></section>', [2]],
  ['<div role="group" aria-label="Parts" />', []],
  ['<div :role="role" aria-label="Parts" />', []],
  ['<ul aria-label="Books"><li /></ul>', []],
  ['<UiField aria-label="Name" />', []],
])('%s is found at %j', (template, lines) => {
  const { descriptor } = parse(`<template>${template}</template>`)
  expect(namedWithoutRole(descriptor.template?.ast?.children ?? [])).toEqual(lines)
})
