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

/** The element for lists of select and menu: within a landmark or dialog, for screen readers. */
export const usePopupHome = (): Home => use(PopupHomeContext);
