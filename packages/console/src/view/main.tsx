import { startPage } from "../start-page.tsx";
import { ViewScreen } from "./view-screen.tsx";

startPage(<ViewScreen />);
