import { defineStore } from 'pinia'
import { createTheme } from './useTheme'
import { remembered } from '#client/app/storage'

/** One theme for the whole page, wherever it is chosen. */
export const useThemeStore = defineStore('theme', () =>
  createTheme({ root: document.documentElement, storage: remembered }),
)
