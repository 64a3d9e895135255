import { render } from 'preact';
import { App } from './app';
import { RouterProvider } from './router';
import './style/main.css';

render(
  <RouterProvider>
    <App />
  </RouterProvider>,
  document.body,
);
