import { defineStore } from 'pinia'
import { createTheme } from './useTheme'
import { remembered } from '#client/app/storage'

/** The page's theme, wherever it is chosen. */
export const useThemeStore = defineStore('theme', () =>
  createTheme({ root: document.documentElement, storage: remembered }),
)
