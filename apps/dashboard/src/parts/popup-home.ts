import { createContext, type RefObject, use } from 'react';

type Home = RefObject<HTMLElement | null>;

/** The main part of the page; it may not be there yet when a list is first rendered. */
const MAIN: Home = {
  get current() {
    return document.getElementById('content');
  },
};

/** The dialog around a list that opens. */
export const PopupHomeContext = createContext<Home>(MAIN);

/** Where the lists of select and menu are put: within a landmark or a dialog, where screen readers look for them. */
export const usePopupHome = (): Home => use(PopupHomeContext);
