<?php
require __DIR__ . '/fanfare.php';

// Prints whether `verify` takes each vector of VECTORS.
$taken = [];
foreach (json_decode(file_get_contents(getenv('VECTORS')), true) as $one) {
    $taken[] = verify($one['body'], array_change_key_case($one['headers']), $one['secret'], $one['now']) === null;
}
echo json_encode($taken), "\n";
